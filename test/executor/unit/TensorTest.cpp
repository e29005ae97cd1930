//===- TensorTest.cpp - Boxes that tensor maps copy -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread copies boxes for its block, as the new text of tensor maps does it,
// and then with each step of it left out: whatever the schedule, that is
// reported.
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "PtxRun.h"
#include "executor/Machine/TensorMap.h"

using namespace pipeline_rewrite::executor;

namespace {

/// Elements of 4 bytes that are their own number, and behind them a map of
/// boxes of 4 rows of 8, 16 elements apart.
constexpr unsigned Words = 64, Threads = 32;

std::vector<uint64_t> makeData() {
  std::vector<uint64_t> Data(Words + sizeof(TensorMap) / 8);
  for (unsigned I = 0; I < Words; ++I)
    Data[I] = 2 * I | uint64_t(2 * I + 1) << 32;
  TensorMap Map;
  Map.Extents[0] = 64;
  Map.Extents[1] = 4;
  Map.Stride = 64;
  Map.Box[0] = 8;
  Map.Box[1] = 4;
  Map.ElementBytes = 4;
  std::memcpy(&Data[Words], &Map, sizeof Map);
  return Data;
}

/// The steps of a block; each may be left out, or another.
struct Steps {
  std::string Fence = "fence.mbarrier_init.release.cluster;\n"
                      "fence.proxy.async;\n";
  std::string Expected = "128", At = "8", Target = "buf";
  std::string Wait =
      "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;\n"
      "@!%p2 bra WAIT;\n";
  std::string Behind = "bar.sync 0;\n";
  bool Again = false;  ///< the same buffer is filled once more, behind all
  std::string Between; ///< in front of that

  std::string text() const {
    const std::string Copy =
        "@!%p1 bra END" + std::string("$;\n") +
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], " + Expected +
        ";\ncp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::"
        "complete_tx::bytes [%r4], [%rd4, {%r5, %r6}], [%r3];\nEND$:\n";
    auto numbered = [&](char Number) {
      std::string Out = Copy;
      for (size_t Place; (Place = Out.find('$')) != std::string::npos;)
        Out[Place] = Number;
      return Out;
    };
    return "setp.eq.u32 %p1, %tid, 0;\nmov.u32 %r3, bar;\nmov.u32 %r4, " +
           Target + ";\nadd.u64 %rd4, %rd1, " + std::to_string(8 * Words) +
           ";\nmov.u32 %r5, " + At +
           ";\nmov.u32 %r6, 0;\n@!%p1 bra MADE;\n"
           "st.global.u64 [%rd4+8], %rd1;\n"
           "mbarrier.init.shared::cta.b64 [%r3], 1;\n" +
           Fence + "MADE: bar.sync 0;\n" + numbered('1') + Wait +
           "mov.u32 %r7, buf;\nshl.b32 %r8, %tid, 2;\nadd.u32 %r7, %r7, %r8;\n"
           "ld.shared.u32 %r9, [%r7];\n" +
           Behind +
           (Again ? Between + numbered('2') +
                        "LAST: mbarrier.try_wait.parity.shared::cta.b64 %p3, "
                        "[%r3], 1;\n@!%p3 bra LAST;\n"
                  : "") +
           "bar.sync 0;\nmul.wide.u32 %rd5, %tid, 4;\n"
           "add.u64 %rd5, %rd1, %rd5;\nst.global.u32 [%rd5], %r9;\n";
  }
};

struct Outcome {
  std::string Kinds;
  std::vector<uint64_t> Data;
};

/// Checks the kinds for every schedule; "?" stands for any report.
Outcome expect(const Steps &Of, const std::string &Kinds, const char *What) {
  Outcome O;
  for (int P = 0; P < 5; ++P)
    for (uint64_t Seed = 1; Seed <= 6; ++Seed) {
      Settings S;
      S.Seed = Seed;
      S.Schedule = static_cast<Policy>(P);
      PtxRun Run(kernelText(Of.text(), ".shared .align 128 .b8 buf[1024];\n"
                                       ".shared .align 8 .b64 bar;\n"),
                 S);
      O.Data = makeData();
      Run.run(O.Data, Threads);
      O.Kinds = Run.kinds();
      if (Kinds == "?")
        CHECK_EQUAL(O.Kinds.empty(), false, What);
      else
        CHECK_EQUAL(O.Kinds, Kinds, What);
    }
  return O;
}

/// What a thread has read of the box.
unsigned valueOf(const Outcome &O, unsigned Thread) {
  return static_cast<unsigned>(O.Data[Thread / 2] >> (Thread % 2 * 32));
}

void checkBox() {
  Outcome O = expect(Steps(), "", "a box");
  for (unsigned I = 0; I < Threads; ++I)
    CHECK_EQUAL(valueOf(O, I), I / 8 * 16 + 8 + I % 8, "element of a box");
  Steps Twice;
  Twice.Again = true;
  expect(Twice, "", "a buffer is filled again behind a barrier");
  Steps Outside;
  Outside.At = "60";
  O = expect(Outside, "", "a box that ends outside the map");
  CHECK_EQUAL(valueOf(O, 4), 0u, "zeros outside the map");
  CHECK_EQUAL(valueOf(O, 3), 63u, "the last element of the map");
}

/// The block writes what is copied next; fences of the threads that write, and
/// of the one that copies.
std::string written(const char *ByWriter, const char *ByCopier) {
  return std::string("mul.wide.u32 %rd6, %tid, 4;\nadd.u64 %rd6, %rd1, %rd6;\n"
                     "st.global.u32 [%rd6+32], %r9;\n") +
         ByWriter + "bar.sync 0;\n" + ByCopier;
}

void checkProxies() {
  Steps S;
  S.Again = true;
  S.Between = written("", "");
  expect(S, "SOURCE-CHANGED", "no proxy fence behind what the block wrote");
  S.Between = written("fence.proxy.async.shared::cta;\n", "");
  expect(S, "SOURCE-CHANGED", "a proxy fence of shared memory alone");
  for (const char *Fence :
       {"fence.proxy.async;\n", "fence.proxy.async.global;\n"}) {
    S.Between = written(Fence, "");
    expect(S, "", "the threads that wrote have a proxy fence");
    S.Between = written("", Fence);
    expect(S, "", "the thread that copies has one");
  }
}

void checkFaults() {
  Steps NoFence;
  NoFence.Fence = "";
  expect(NoFence, "MBARRIER-MISUSE", "no fence behind the initialisation");
  Steps OtherParity;
  OtherParity.Wait.replace(OtherParity.Wait.find("], 0"), 4, "], 1");
  expect(OtherParity, "?", "the other parity: nobody waits");
  Steps NoWait;
  NoWait.Wait = "";
  expect(NoWait, "?", "no wait");
  Steps TooFew;
  TooFew.Expected = "64";
  expect(TooFew, "MBARRIER-MISUSE", "fewer bytes expected than a box has");
  Steps TooMany;
  TooMany.Expected = "256";
  expect(TooMany, "DEADLOCK", "more bytes expected than a box has");
  Steps TooEarly;
  TooEarly.Again = true;
  TooEarly.Behind = "";
  expect(TooEarly, "?", "a buffer is filled before all have read it");
  Steps Misaligned;
  Misaligned.Target = "buf+64";
  expect(Misaligned, "?", "a buffer that is not aligned to 128 bytes");
}

} // namespace

int main() {
  checkBox();
  checkProxies();
  checkFaults();
  return Checks::get().finish();
}
