//===- MemoryTest.cpp - Shadow, async copies, device memory ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "executor/Machine/AsyncCopies.h"
#include "executor/Machine/GlobalMemory.h"
#include <cstring>

using namespace pipeline_rewrite::executor;

namespace {

struct Recorder : FindingSink {
  std::string Kinds;
  void found(const Finding &F) override {
    Kinds += std::string(Kinds.empty() ? "" : " ") + nameOf(F.Kind);
    if (F.How != Severity::Hard)
      Kinds += "*";
  }
  std::string take() {
    std::string Out;
    std::swap(Out, Kinds);
    return Out;
  }
};

/// Shared memory with one variable of 64 bytes at address 2048.
struct Fixture {
  explicit Fixture(bool KeepAllReaders = false) : Shared(Times, Sink) {
    Shared.reset(4096, KeepAllReaders, true);
    Shared.addVariable(At, 64);
  }
  Actor actor(uint16_t Thread) {
    Actor A;
    A.Thread = Thread;
    A.Clock = Clocks[Thread] ? Clocks[Thread] : Times.Base;
    A.Seen = Seen[Thread];
    return A;
  }
  void barrier() {
    Times.Base = ++Times.Counter;
    for (int T = 0; T < 4; ++T) {
      Clocks[T] = Times.Base;
      Seen[T].reset();
    }
  }
  /// Threads \p A and \p B synchronise with each other only.
  void pair(int A, int B) {
    Joined J(4);
    Actor X = actor(A), Y = actor(B);
    J.release(X);
    J.release(Y);
    J.acquireInto(X);
    J.acquireInto(Y);
    Seen[A] = X.Seen;
    Seen[B] = Y.Seen;
    Clocks[A] = Clocks[B] = ++Times.Counter;
  }
  void write(uint16_t T, uint32_t Offset, unsigned Bytes, uint64_t V = 0) {
    Shared.write(actor(T), At + Offset, Bytes, &V);
  }
  uint64_t read(uint16_t T, uint32_t Offset, unsigned Bytes) {
    uint64_t V = 0;
    Shared.read(actor(T), At + Offset, Bytes, &V);
    return V;
  }

  static constexpr uint32_t At = 2048;
  Order Times;
  Recorder Sink;
  SharedMemory Shared;
  uint32_t Clocks[4] = {};
  SharedClock Seen[4];
};

void checkRaces() {
  Fixture F;
  F.write(0, 0, 4, 7);
  CHECK_EQUAL(F.read(0, 0, 4), 7u, "own write");
  CHECK_EQUAL(F.Sink.take(), std::string(), "own accesses");
  F.read(1, 0, 4);
  CHECK_EQUAL(F.Sink.take(), std::string("RACE-RAW"),
              "read after foreign write");
  F.barrier();
  F.read(1, 0, 4);
  F.write(2, 0, 4, 1);
  CHECK_EQUAL(F.Sink.take(), std::string("RACE-WAR"),
              "write after foreign read");
  F.write(3, 0, 4, 2);
  CHECK_EQUAL(F.Sink.take(), std::string("RACE-WAW"),
              "write after foreign write");
  F.write(2, 0, 4, 2);
  CHECK_EQUAL(F.Sink.take(), std::string("RACE-WAW*"), "same value: soft");
  F.barrier();
  F.read(1, 0, 4);
  F.read(2, 0, 4);
  F.read(1, 0, 4);
  F.write(1, 0, 4, 9);
  CHECK_EQUAL(F.Sink.take(), std::string("RACE-WAR"),
              "second reader is not lost");
}

void checkBytes() {
  Fixture F;
  F.write(0, 0, 1);
  F.write(1, 1, 1);
  F.write(2, 2, 2);
  CHECK_EQUAL(F.Sink.take(), std::string(), "neighbouring bytes do not race");
  F.barrier();
  F.read(3, 0, 4);
  CHECK_EQUAL(F.Sink.take(), std::string(), "word over split bytes");
  F.write(1, 3, 1, 5);
  CHECK_EQUAL(F.Sink.take(), std::string("RACE-WAR"), "byte of a read word");
  F.read(0, 8, 2);
  CHECK_EQUAL(F.Sink.take(), std::string("UNINIT-SHARED UNINIT-SHARED"),
              "never written");
  F.read(0, 62, 4);
  CHECK_EQUAL(F.Sink.take(), std::string("OOB-SHARED"), "one byte too far");
  F.write(0, uint32_t(-4), 4);
  CHECK_EQUAL(F.Sink.take(), std::string("OOB-SHARED"), "red zone");
}

void checkPadding() {
  Fixture F;
  F.Shared.addVariable(F.At + 128, 12, 4); // 12 bytes, aligned to 16
  F.write(0, 128, 8);
  F.write(0, 136, 4);
  F.read(0, 128, 16);
  CHECK_EQUAL(F.Sink.take(), std::string(), "a vector reads the padding");
  F.write(0, 140, 4);
  CHECK_EQUAL(F.Sink.take(), std::string("OOB-SHARED"), "nobody writes it");
  F.read(0, 144, 4);
  CHECK_EQUAL(F.Sink.take(), std::string("OOB-SHARED"), "behind the padding");
}

void checkPartialOrder() {
  Fixture F(true);
  F.write(0, 0, 4, 1);
  F.pair(0, 1);
  F.read(1, 0, 4);
  CHECK_EQUAL(F.Sink.take(), std::string(), "ordered by the pair");
  F.read(2, 0, 4);
  CHECK_EQUAL(F.Sink.take(), std::string("RACE-RAW"), "not part of the pair");
  F.barrier();
  F.read(0, 4, 4);
  F.Sink.take();
  F.write(0, 4, 4, 1);
  F.barrier();
  F.read(1, 4, 4);
  F.read(2, 4, 4);
  F.pair(1, 3);
  F.write(3, 4, 4, 2);
  CHECK_EQUAL(F.Sink.take(), std::string("RACE-WAR"),
              "reader 2 is not ordered");
  F.barrier();
  F.read(1, 4, 4);
  F.read(2, 4, 4);
  F.pair(1, 3);
  F.pair(2, 3);
  F.write(3, 4, 4, 3);
  CHECK_EQUAL(F.Sink.take(), std::string(), "all readers are ordered");
  // Transitive: 0 -> 1 -> 2.
  F.barrier();
  F.write(0, 8, 4, 1);
  F.pair(0, 1);
  F.pair(1, 2);
  F.read(2, 8, 4);
  CHECK_EQUAL(F.Sink.take(), std::string(), "order is transitive");
}

void checkAtomics() {
  Fixture F;
  uint64_t Old;
  F.write(0, 0, 4);
  F.barrier();
  F.Shared.modify(F.actor(0), F.At, 4, &Old);
  F.Shared.modify(F.actor(1), F.At, 4, &Old);
  CHECK_EQUAL(F.Sink.take(), std::string(), "two atomics");
  F.read(2, 0, 4);
  CHECK_EQUAL(F.Sink.take(), std::string("RACE-RAW"),
              "plain read of an atomic");
}

AsyncCopy copyOf(const void *From, CopyMoment Moment,
                 uint32_t Target = Fixture::At) {
  AsyncCopy C;
  C.Source = static_cast<const uint8_t *>(From);
  C.Target = Target;
  C.Bytes = C.SourceBytes = 4;
  C.Moment = Moment;
  return C;
}

void checkCopyGroups() {
  Fixture F;
  AsyncCopies Copies(F.Shared);
  uint32_t Source[4] = {10, 11, 12, 13};
  for (uint32_t N = 0; N < 3; ++N) {
    Copies.issue(F.actor(0),
                 copyOf(&Source[N], CopyMoment::Late, F.At + 4 * N));
    Copies.commit();
  }
  Copies.issue(F.actor(0), copyOf(&Source[3], CopyMoment::Early, F.At + 12));
  Copies.waitGroup(F.actor(0), 3, F.Sink);
  F.read(0, 0, 4);
  CHECK_EQUAL(F.Sink.take(), std::string("INFLIGHT-READ"),
              "wait_group 3 leaves three");
  Copies.waitGroup(F.actor(0), 1, F.Sink);
  CHECK_EQUAL(F.read(0, 4, 4), 11u, "wait_group 1 completes two");
  CHECK_EQUAL(F.Sink.take(), std::string(), "completed copies");
  F.read(0, 8, 4);
  CHECK_EQUAL(F.Sink.take(), std::string("INFLIGHT-READ"),
              "the third is pending");
  Copies.waitGroup(F.actor(0), 0, F.Sink);
  CHECK_EQUAL(F.read(0, 8, 4), 12u, "wait_group 0");
  F.read(0, 12, 4);
  CHECK_EQUAL(F.Sink.take(), std::string("INFLIGHT-READ"),
              "uncommitted is not waited for");
  Copies.waitAll(F.actor(0), F.Sink);
  CHECK_EQUAL(F.read(0, 12, 4), 13u, "wait_all takes uncommitted ones");
  CHECK(Copies.empty());
  F.read(1, 12, 4);
  CHECK_EQUAL(F.Sink.take(), std::string("RACE-RAW"),
              "another thread needs a barrier");
  // Empty groups count.
  Copies.issue(F.actor(0), copyOf(&Source[0], CopyMoment::Late, F.At + 16));
  Copies.commit();
  Copies.commit();
  Copies.waitGroup(F.actor(0), 1, F.Sink);
  CHECK(Copies.empty());
}

void checkCopyMoments() {
  struct Row {
    CopyMoment Moment;
    uint32_t Want;
  } Rows[] = {{CopyMoment::Late, 2},
              {CopyMoment::Early, 1},
              {CopyMoment::Stretched, 1}};
  for (const Row &R : Rows) {
    Fixture F;
    AsyncCopies Copies(F.Shared);
    uint32_t Source = 1;
    Copies.issue(F.actor(0), copyOf(&Source, R.Moment));
    Source = 2;
    Copies.waitAll(F.actor(0), F.Sink);
    CHECK_EQUAL(F.read(0, 0, 4), R.Want, "value by moment");
    CHECK_EQUAL(F.Sink.take(), std::string("SOURCE-CHANGED"), "source changed");
  }
}

void checkCopyHazards() {
  Fixture F;
  AsyncCopies Copies(F.Shared);
  uint32_t Source = 5;
  F.write(1, 0, 4, 1);
  Copies.issue(F.actor(0), copyOf(&Source, CopyMoment::Late));
  CHECK_EQUAL(F.Sink.take(), std::string("RACE-WAW"),
              "issue counts as a write");
  F.write(0, 0, 4, 2);
  CHECK_EQUAL(F.Sink.take(), std::string("INFLIGHT-WRITE"),
              "write to the target");
  AsyncCopy Zero = copyOf(nullptr, CopyMoment::Late, F.At + 8);
  Zero.Bytes = 8;
  Zero.SourceBytes = 0;
  Copies.issue(F.actor(0), Zero);
  Copies.waitAll(F.actor(0), F.Sink);
  CHECK_EQUAL(F.read(0, 8, 8), 0u, "zero fill");
}

void checkGlobal() {
  GlobalMemory G;
  Order Times;
  Recorder Sink;
  G.beginLaunch(Times);
  uint64_t A = G.allocate(10), B = G.allocate(4096);
  CHECK(G.contains(A, 10));
  CHECK(!G.contains(A + 7, 4));
  CHECK(!G.contains(A - 1, 1));
  CHECK(G.contains(B + 4092, 4));
  CHECK(!G.contains(B + 4093, 4));
  CHECK(G.free(A));
  CHECK(!G.contains(A, 1));
  CHECK(!G.free(A));
  CHECK(G.allocate(10) != A);
  CHECK(!G.contains(0, 4));
  CHECK(!G.contains(~uint64_t(0), 4));
  Actor X, Y;
  Times.LaunchFirst = Times.BlockFirst = Times.Base = ++Times.Counter;
  X.Thread = 0;
  Y.Thread = 1;
  X.Clock = Y.Clock = Times.Base;
  G.noteWrite(X, B, 4, false, Sink);
  G.noteRead(Y, B + 4, 4, false, Sink);
  CHECK_EQUAL(Sink.take(), std::string(), "different words");
  G.noteRead(Y, B, 4, false, Sink);
  CHECK_EQUAL(Sink.take(), std::string("GLOBAL-RACE*"),
              "unordered global read");
  Times.BlockFirst = Times.Base = ++Times.Counter;
  X.Clock = Times.Base;
  G.noteRead(X, B, 4, false, Sink);
  CHECK_EQUAL(Sink.take(), std::string("GLOBAL-RACE*"),
              "another block's write");
  Times.LaunchFirst = Times.BlockFirst = Times.Base = ++Times.Counter;
  X.Clock = Times.Base;
  G.noteRead(X, B, 4, false, Sink);
  CHECK_EQUAL(Sink.take(), std::string(), "an earlier launch");
  // Parts of a word.
  G.beginLaunch(Times);
  G.noteWrite(X, B + 8, 2, false, Sink);
  G.noteWrite(Y, B + 10, 2, false, Sink);
  CHECK_EQUAL(Sink.take(), std::string(), "different halves of a word");
  G.noteWrite(Y, B + 9, 1, false, Sink);
  CHECK_EQUAL(Sink.take(), std::string("GLOBAL-RACE*"), "one byte of both");
  G.noteRead(Y, B + 8, 4, false, Sink);
  CHECK_EQUAL(Sink.take(), std::string("GLOBAL-RACE*"), "a word with it");
  G.noteWrite(X, B + 12, 4, false, Sink);
  G.noteRead(Y, B + 14, 2, false, Sink);
  CHECK_EQUAL(Sink.take(), std::string("GLOBAL-RACE*"), "a part of a word");
}

} // namespace

int main() {
  checkRaces();
  checkBytes();
  checkPadding();
  checkPartialOrder();
  checkAtomics();
  checkCopyGroups();
  checkCopyMoments();
  checkCopyHazards();
  checkGlobal();
  return Checks::get().finish();
}
