//===- SyncTest.cpp - Barriers, mbarrier, warps, cp.async in kernels ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small kernels, each under every schedule and several seeds. What a kernel
// reports must not depend on the schedule.
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "PtxRun.h"

using namespace pipeline_rewrite::executor;

namespace {

const std::string Buffer = ".shared .align 16 .b8 buf[1024];\n.shared .align 8 "
                           ".b64 bar;\n";
/// Address of the thread's own word in %r1 and of its mirror (T = 64) in %r2;
/// its 64-bit output word in %rd2.
const std::string Setup =
    "mov.u32 %r40, buf;\nshl.b32 %r41, %tid, 2;\nadd.u32 %r1, %r40, %r41;\n"
    "sub.u32 %r42, 252, %r41;\nadd.u32 %r2, %r40, %r42;\n"
    "mul.wide.u32 %rd3, %tid, 8;\nadd.u64 %rd2, %rd1, %rd3;\n"
    "setp.lt.u32 %p10, %tid, 32;\n";

struct Outcome {
  std::string Kinds;
  std::vector<uint64_t> Data;
  bool Ran;
};

Outcome runOnce(const std::string &Body, Settings S, uint32_t Threads) {
  PtxRun Run(kernelText(Setup + Body, Buffer), S);
  Outcome O;
  O.Data.assign(Threads, 1000);
  for (uint32_t N = 0; N < Threads; ++N)
    O.Data[N] += N;
  O.Ran = Run.run(O.Data, Threads);
  O.Kinds = Run.kinds();
  return O;
}

/// Checks the kinds for every schedule; gives the outcome of the last run. "?"
/// stands for any report: which access comes first is up to the schedule.
Outcome expect(const std::string &Body, const std::string &Kinds,
               const char *What, uint32_t Threads = 64) {
  Outcome O;
  for (int P = 0; P < 5; ++P)
    for (uint64_t Seed = 1; Seed <= 4; ++Seed) {
      Settings S;
      S.Seed = Seed;
      S.Schedule = static_cast<Policy>(P);
      O = runOnce(Body, S, Threads);
      if (Kinds == "?")
        CHECK_EQUAL(O.Kinds.empty(), false, What);
      else
        CHECK_EQUAL(O.Kinds, Kinds, What);
    }
  return O;
}

/// Is one of its reports a fault of the launch?
bool isFaulty(const std::string &Body) {
  PtxRun Run(kernelText(Setup + Body, Buffer), Settings());
  std::vector<uint64_t> Data(64);
  Run.run(Data, 64);
  for (const Hazard &H : Run.M.Log.all())
    if (H.isFault())
      return true;
  return false;
}

/// A fragment of halves whose rows are so many elements apart.
std::string storeRows(int Apart) {
  return "mov.u32 %r9, " + std::to_string(Apart) +
         "; mov.u32 %r10, 0; mov.u32 %r11, 0; mov.u32 %r12, 0;"
         "mov.u32 %r13, 0; wmma.store.d.sync.aligned.row.m16n16k16.shared.f16 "
         "[%r40], {%r10, %r11, %r12, %r13}, %r9;";
}

void checkFragments() {
  expect(storeRows(24), "", "rows of 48 bytes", 32);
  expect(storeRows(20), "MISALIGNED", "rows of 40 bytes", 32);
}

void checkBarriers() {
  Outcome O = expect("st.shared.u32 [%r1], %tid; bar.sync 0;"
                     "ld.shared.u32 %r3, [%r2]; st.global.u32 [%rd2], %r3;",
                     "", "bar.sync");
  CHECK_EQUAL(O.Data[0] & 0xFFFFFFFF, 63u, "value through shared memory");
  O = expect("setp.lt.u32 %p1, %tid, 5; bar.red.popc.u32 %r3, 0, %p1;"
             "bar.red.and.pred %p2, 0, %p1; bar.red.or.pred %p3, 0, !%p1;"
             "selp.u32 %r4, 100, 0, %p2; selp.u32 %r5, 200, 0, %p3;"
             "add.u32 %r3, %r3, %r4; add.u32 %r3, %r3, %r5;"
             "st.global.u32 [%rd2], %r3;",
             "", "bar.red");
  CHECK_EQUAL(O.Data[7] & 0xFFFFFFFF, 205u, "reductions");
  // Warp 0 produces, warp 1 consumes; two named barriers hand the buffer over.
  O = expect(
      "mov.u32 %r9, 0; mov.u32 %r8, 0; @!%p10 bra CONSUME;\n"
      "PRODUCE: setp.eq.u32 %p1, %r9, 0; @%p1 bra FIRST;"
      "bar.sync 2, 64; FIRST: add.u32 %r7, %tid, %r9;"
      "st.shared.u32 [%r1], %r7; bar.arrive 1, 64; add.u32 %r9, %r9, 1;"
      "setp.lt.u32 %p2, %r9, 4; @%p2 bra PRODUCE; bra END;\n"
      "CONSUME: bar.sync 1, 64; ld.shared.u32 %r6, [%r2];"
      "add.u32 %r8, %r8, %r6; add.u32 %r9, %r9, 1; setp.lt.u32 %p3, %r9, 4;"
      "@!%p3 bra END; bar.arrive 2, 64; bra CONSUME;\n"
      "END: st.global.u32 [%rd2], %r8;",
      "", "producer and consumer");
  CHECK_EQUAL(O.Data[63] & 0xFFFFFFFF, 0u + 0 + 1 + 2 + 3,
              "consumed by thread 63");
  expect(
      "@!%p10 bra WAIT; st.shared.u32 [%r1], %tid; bar.arrive 1, 64; bra END;"
      "WAIT: ld.shared.u32 %r3, [%r2]; bar.sync 1, 64; END:",
      "?", "consumer reads before it waits");
}

void checkBarrierFaults() {
  expect("@%p10 bra.uni SKIP; bar.sync 0; SKIP: bar.sync 0;",
         "BARRIER-DIVERGENCE", "one warp exits while the other waits again");
  expect("and.b32 %r3, %tid, 1; setp.eq.u32 %p1, %r3, 0; @%p1 bra OTHER;"
         "bar.sync 0; bra END; OTHER: bar.sync 0; END:",
         "BARRIER-DIVERGENCE", "lanes of a warp at two barriers");
  expect("@%p10 bra OTHER; bar.sync 1; bra END; OTHER: bar.sync 2; END:",
         "DEADLOCK", "two barriers that both wait for all");
  expect("setp.eq.u32 %p1, %tid, 0; @%p1 bra END; bar.warp.sync -1; END:", "",
         "an exited lane is not waited for");
  expect("@%p10 bra END; bar.sync 0; END:", "BARRIER-DIVERGENCE",
         "completed because others have exited");
  CHECK_EQUAL(isFaulty("@%p10 bra END; bar.sync 0; END:"), false,
              "threads that end before a barrier");
  CHECK_EQUAL(isFaulty("mov.u32 %r9, 0; AGAIN: bar.sync 0; @%p10 bra END;"
                       "add.u32 %r9, %r9, 1; setp.lt.u32 %p2, %r9, 2;"
                       "@%p2 bra AGAIN; END:"),
              true, "threads that end between two of its uses");
}

void checkWarps() {
  Outcome O = expect("shfl.sync.down.b32 %r3|%p1, %tid, 1, 31, -1;"
                     "selp.u32 %r4, 1000, 0, %p1; add.u32 %r3, %r3, %r4;"
                     "st.global.u32 [%rd2], %r3;",
                     "", "shfl.down");
  CHECK_EQUAL(O.Data[0] & 0xFFFFFFFF, 1001u, "lane 0");
  CHECK_EQUAL(O.Data[31] & 0xFFFFFFFF, 31u, "lane 31 keeps its own");
  O = expect(
      "shfl.sync.bfly.b32 %r3, %tid, 3, 31, -1; shfl.sync.idx.b32 %r4, %tid, 5,"
      " 0x181f, -1; shfl.sync.up.b32 %r5, %tid, 2, 0, -1;"
      "mad.lo.u32 %r3, %r4, 100, %r3; mad.lo.u32 %r3, %r5, 10000, %r3;"
      "st.global.u32 [%rd2], %r3;",
      "", "shfl.bfly, .idx in segments, .up");
  CHECK_EQUAL(O.Data[12] & 0xFFFFFFFF, 15u + 100 * 13 + 10000 * 10, "lane 12");
  O = expect(
      "setp.lt.u32 %p1, %tid, 3; vote.sync.ballot.b32 %r3, %p1, -1;"
      "vote.sync.any.pred %p2, %p1, -1; vote.sync.all.pred %p3, !%p1, -1;"
      "selp.u32 %r4, 100, 0, %p2; selp.u32 %r5, 200, 0, %p3;"
      "add.u32 %r3, %r3, %r4; add.u32 %r3, %r3, %r5; st.global.u32 [%rd2], "
      "%r3;",
      "", "vote");
  CHECK_EQUAL(O.Data[0] & 0xFFFFFFFF, 107u, "warp 0");
  CHECK_EQUAL(O.Data[40] & 0xFFFFFFFF, 200u, "warp 1");
  O = expect("and.b32 %r3, %tid, 3; match.any.sync.b32 %r4, %r3, -1;"
             "redux.sync.add.s32 %r5, %r3, -1; popc.b32 %r4, %r4;"
             "mad.lo.u32 %r4, %r4, 1000, %r5; st.global.u32 [%rd2], %r4;",
             "", "match, redux");
  CHECK_EQUAL(O.Data[3] & 0xFFFFFFFF, 8048u, "eight lanes match; sum 48");
  expect("st.shared.u32 [%r1], %tid; bar.warp.sync -1; xor.b32 %r3, %r1, 4;"
         "ld.shared.u32 %r4, [%r3];",
         "", "__syncwarp orders a warp");
  expect(
      "st.shared.u32 [%r1], %tid; bar.warp.sync -1; ld.shared.u32 %r4, [%r2];",
      "?", "__syncwarp does not order two warps");
}

void checkAsync() {
  std::string Copy = "cp.async.ca.shared.global [%r1], [%rd2], 4;";
  Outcome O = expect(Copy + "cp.async.commit_group; cp.async.wait_group 0;"
                            "bar.sync 0; ld.shared.u32 %r3, [%r2]; bar.sync 0;"
                            "st.global.u32 [%rd2], %r3;",
                     "", "copy, wait, barrier");
  CHECK_EQUAL(O.Data[0], 1063u, "copied");
  expect(Copy + "cp.async.wait_group 0; ld.shared.u32 %r3, [%r1];"
                "cp.async.wait_all;",
         "INFLIGHT-READ", "no commit");
  expect(Copy, "PENDING-AT-EXIT", "never waited for");
  expect(
      "setp.ne.u32 %p1, %tid, 0; cp.async.ca.shared.global [%r1], [%rd2], 4, "
      "%p1;"
      "cp.async.wait_all; ld.shared.u32 %r3, [%r1]; st.global.u32 [%rd2], %r3;",
      "", "ignore-src");
  O = expect(
      "shl.b32 %r3, %tid, 4; add.u32 %r3, %r40, %r3; and.b64 %rd2, %rd2, -16;"
      "cp.async.cg.shared.global [%r3], [%rd2], 16, 8; cp.async.wait_all;"
      "ld.shared.v4.u32 {%r4,%r5,%r6,%r7}, [%r3]; or.b32 %r6, %r6, %r7;"
      "st.global.u32 [%rd1], %r6;",
      "", "16 bytes with source size 8", 1);
  CHECK_EQUAL(O.Data[0] & 0xFFFFFFFF, 0u, "zero fill");
  expect("add.u64 %rd2, %rd2, 2; " + Copy + "cp.async.wait_all;", "MISALIGNED",
         "source not aligned", 32);
}

void checkMBarrier() {
  std::string Init = "mov.u32 %r20, bar; setp.eq.u32 %p9, %tid, 0;"
                     "@%p9 mbarrier.init.shared.b64 [%r20], 64; bar.sync 0;";
  std::string Wait = "WAIT: mbarrier.test_wait.shared.b64 %p1, [%r20], %rd5;"
                     "@!%p1 bra WAIT;";
  Outcome O =
      expect(Init +
                 "st.shared.u32 [%r1], %tid;"
                 "mbarrier.arrive.shared.b64 %rd5, [%r20];" +
                 Wait + "ld.shared.u32 %r3, [%r2]; st.global.u32 [%rd2], %r3;",
             "", "arrive and wait");
  CHECK_EQUAL(O.Data[0] & 0xFFFFFFFF, 63u, "value through an mbarrier");
  O = expect(
      Init +
          "cp.async.ca.shared.global [%r1], [%rd2], 4;"
          "cp.async.mbarrier.arrive.shared.b64 [%r20];"
          "mbarrier.arrive.shared.b64 %rd5, [%r20];" +
          Wait +
          "ld.shared.u32 %r3, [%r2]; bar.sync 0; st.global.u32 [%rd2], %r3;",
      "", "copies arrive at an mbarrier");
  CHECK_EQUAL(O.Data[0] & 0xFFFFFFFF, 1063u, "copied through an mbarrier");
  expect(Init + "cp.async.ca.shared.global [%r1], [%rd2], 4;"
                "cp.async.mbarrier.arrive.noinc.shared.b64 [%r20];"
                "TRY: mbarrier.try_wait.parity.shared.b64 %p1, [%r20], 0; "
                "@!%p1 bra TRY;"
                "ld.shared.u32 %r3, [%r2];",
         "", "noinc, parity");
  expect(Init + "mbarrier.arrive.shared.b64 %rd5, [%r20]; @%p10 bra END;" +
             Wait + "st.shared.u32 [%r1], %tid; END:",
         "", "half of the threads wait");
  expect("mov.u32 %r20, bar; mbarrier.arrive.shared.b64 %rd5, [%r20];",
         "MBARRIER-MISUSE", "not initialised", 1);
  expect(Init + "@%p10 bra END; mbarrier.arrive.shared.b64 %rd5, [%r20];" +
             Wait + "END:",
         "DEADLOCK", "too few arrivals");
  const std::string Gone = "@%p9 mbarrier.inval.shared.b64 [%r20]; bar.sync 0;";
  expect(Init + "bar.sync 0;" + Init, "MBARRIER-MISUSE", "made again");
  expect(Init + "bar.sync 0;" + Gone + Init, "", "made again when it is gone");
}

void checkAtomicsOrder() {
  // Release and acquire through a flag: warp 0's thread 0 publishes.
  std::string Publish =
      "@!%p10 bra READ; setp.eq.u32 %p1, %tid, 0; @!%p1 bra END;"
      "st.shared.u32 [%r1], 77; atom.release.shared.add.u32 %r3, [buf+512], 1;"
      "bra END;\nREAD: setp.eq.u32 %p2, %tid, 63; @!%p2 bra END;\n"
      "SPIN: atom.acquire.shared.add.u32 %r3, [buf+512], 0; setp.eq.u32 %p3, "
      "%r3, 0;"
      "@%p3 bra SPIN; ld.shared.u32 %r4, [%r2]; st.global.u32 [%rd2], %r4; "
      "END:";
  std::string Clear =
      "setp.eq.u32 %p4, %tid, 0; @%p4 st.shared.u32 [buf+512], 0;"
      "bar.sync 0;";
  Outcome O = expect(Clear + Publish, "", "release and acquire");
  CHECK_EQUAL(O.Data[63] & 0xFFFFFFFF, 77u, "published value");
  O = expect("atom.global.add.u32 %r3, [%rd1], 1; atom.global.max.u32 %r4, "
             "[%rd1+8], %tid;",
             "", "atomics");
  CHECK_EQUAL(O.Data[0] & 0xFFFFFFFF, 1064u, "sum of atomics");
}

/// Exactly one lane of the mask is elected, and all agree on which.
void checkElect() {
  PtxRun Run(
      kernelText("elect.sync %r2|%p1, 0xffffffff;\n"
                 "selp.u32 %r3, 100, 0, %p1; add.u32 %r2, %r2, %r3;\n"
                 "mul.wide.u32 %rd2, %tid, 8; add.u64 %rd3, %rd1, %rd2;"
                 "\ncvt.u64.u32 %rd4, %r2; st.global.u64 [%rd3], %rd4;"));
  std::vector<uint64_t> Data(32, 0);
  CHECK(Run.run(Data, 32));
  uint64_t Elected = 0, Leader = Data[0] % 100;
  for (uint64_t Lane = 0; Lane < 32; ++Lane) {
    CHECK_EQUAL(Data[Lane] % 100, Leader, "elected lane");
    Elected |= uint64_t(Data[Lane] >= 100) << Lane;
  }
  CHECK_EQUAL(Elected, uint64_t(1) << Leader, "elect.sync");
}

} // namespace

int main() {
  checkElect();
  checkBarriers();
  checkFragments();
  checkBarrierFaults();
  checkWarps();
  checkAsync();
  checkMBarrier();
  checkAtomicsOrder();
  return Checks::get().finish();
}
