//===- SassLoopTest.cpp - Where a loop loads, computes and waits ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Listings are written as instructions alone, one a line; each gets the next
// address of 0x10. "BRA 0x20" thus goes to the third line.
//===----------------------------------------------------------------------===//
#include "Validate/CompareSass.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

std::vector<SassInstruction> code(llvm::StringRef Listing) {
  std::string Text;
  unsigned Address = 0;
  llvm::SmallVector<llvm::StringRef> Lines;
  Listing.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines) {
    if (Line.trim().empty())
      continue;
    Text +=
        "/*" + llvm::utohexstr(Address) + "*/ " + Line.trim().str() + " ;\n";
    Address += 16;
  }
  return readSass(Text);
}

/// load, store, barrier, compute, barrier.
constexpr llvm::StringLiteral Plain = R"(
  MOV R1, c[0x0][0x28]
  LDG.E R4, [R2.64]
  STS [R8], R4
  BAR.SYNC.DEFER_BLOCKING 0x0
  LDS R5, [R9]
  FFMA R0, R5, R5, R0
  FFMA R1, R5, R6, R1
  FFMA R6, R5, R6, R1
  FFMA R7, R5, R6, R1
  BAR.SYNC.DEFER_BLOCKING 0x0
  @P0 BRA 0x10
  EXIT
)";

/// What was meant: load, compute, store, barrier.
constexpr llvm::StringLiteral Ahead = R"(
  MOV R1, c[0x0][0x28]
  @!P1 LDG.E R4, [R2.64]
  LDS R5, [R9]
  FFMA R0, R5, R5, R0
  FFMA R1, R5, R6, R1
  FFMA R6, R5, R6, R1
  FFMA R7, R5, R6, R1
  @!P1 STS [R8], R4
  BAR.SYNC.DEFER_BLOCKING 0x0
  @P0 BRA 0x10
  EXIT
)";

TEST(SassLoop, LoadUsedAtOnce) {
  auto Loops = findBarrierLoops(code(Plain));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].First, 0x10u);
  EXPECT_EQ(Loops[0].Last, 0xa0u);
  EXPECT_EQ(Loops[0].Barriers, 2u);
  EXPECT_EQ(Loops[0].Loads, 1u);
  EXPECT_EQ(Loops[0].math(), 4u);
  EXPECT_EQ(Loops[0].MathBehindLoads, 0u);
}

TEST(SassLoop, LoadAheadOfTheMath) {
  auto Loops = findBarrierLoops(code(Ahead));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].MathBehindLoads, 4u);
  EXPECT_FALSE(Loops[0].BarrierBehindLoads);
  ASSERT_EQ(Loops[0].Excerpt.size(), 4u);
  EXPECT_EQ(Loops[0].Excerpt[0].Text, "1 LDG.E");
  EXPECT_EQ(Loops[0].Excerpt[0].Role, "load");
  EXPECT_EQ(Loops[0].Excerpt[1].Text, "4 FFMA, 1 LDS");
  EXPECT_EQ(Loops[0].Excerpt[2].Role, "store");
  EXPECT_EQ(Loops[0].Excerpt[3].Text, "BAR.SYNC.DEFER_BLOCKING 0x0");
}

TEST(SassLoop, AllRegistersOfAWideLoadCount) {
  // R7 is the last of four, used after one FFMA.
  auto Loops = findBarrierLoops(code(R"(
    NOP
    LDG.E.128 R4, [R2.64]
    FFMA R0, R10, R11, R0
    STS [R8], R7
    FFMA R0, R10, R11, R0
    BAR.SYNC 0x0
    @P0 BRA 0x10
  )"));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].MathBehindLoads, 1u);
}

/// Of the loads only those count that fill a tile, in the end: R6 by way of R7.
/// R4 is an index and R10 belongs to the computation.
TEST(SassLoop, LoadsOfTheComputationAndIndicesAreNoLoadsOfATile) {
  auto Loops = findBarrierLoops(code(R"(
    NOP
    LDG.E R4, [R2.64]
    LDG.E R6, [R4.64]
    LDG.E R10, [R12.64]
    FFMA R0, R10, R11, R0
    FFMA R0, R10, R11, R0
    I2F R7, R6
    STS [R8], R7
    BAR.SYNC 0x0
    @P0 BRA 0x10
  )"));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Loads, 1u);
  EXPECT_EQ(Loops[0].MathBehindLoads, 2u);
}

TEST(SassLoop, CopiesEndAtTheirWait) {
  auto Loops = findBarrierLoops(code(R"(
    NOP
    @!PT LDS RZ, [RZ]
    LDGSTS.E.BYPASS.128 [R8], [R2.64]
    LDGDEPBAR
    HMMA.16816.F32 R0, R4, R6, R0
    HMMA.16816.F32 R0, R4, R6, R0
    DEPBAR.LE SB0, 0x0
    HMMA.16816.F32 R0, R4, R6, R0
    BAR.SYNC 0x0
    @P0 BRA 0x10
  )"));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Copies, 1u);
  EXPECT_EQ(Loops[0].Loads, 0u);
  EXPECT_EQ(Loops[0].MathBehindLoads, 2u);
  // The LDS that ptxas puts before a copy reads nothing.
  EXPECT_EQ(Loops[0].Excerpt.front().Text, "1 LDGSTS.E.BYPASS.128");
}

/// Copies of three stages are waited for a tile later; those of fragments ahead
/// in front of the tile's last math.
TEST(SassLoop, CopiesMayStayInFlightForATile) {
  auto MathBehind = [](const char *Commit, const char *InFlight) {
    const std::string Text =
        std::string("HMMA.16816.F32 R0, R4, R6, R0\n"
                    "HMMA.16816.F32 R0, R4, R6, R0\n"
                    "LDGSTS.E.BYPASS.128 [R8], [R2.64]\n") +
        Commit +
        "\nHMMA.16816.F32 R0, R4, R6, R0\n"
        "DEPBAR.LE SB0, " +
        InFlight +
        "\nBAR.SYNC 0x0\n"
        "HMMA.16816.F32 R0, R4, R6, R0\n"
        "@P0 BRA 0x0\n";
    std::vector<SassLoop> Loops = findBarrierLoops(code(Text.c_str()));
    return Loops.empty() ? 0 : Loops[0].MathBehindLoads;
  };
  EXPECT_EQ(MathBehind("LDGDEPBAR", "0x0"), 1u);
  EXPECT_EQ(MathBehind("LDGDEPBAR", "0x1"), 5u);
  EXPECT_EQ(MathBehind("LDGDEPBAR", "0x2"), 9u);
  // Nobody closes a group: the first wait may be for it.
  EXPECT_EQ(MathBehind("NOP", "0x1"), 1u);
}

/// The loop begins in mid-tile: what is behind the branch goes on at its head.
TEST(SassLoop, RotatedLoop) {
  auto Loops = findBarrierLoops(code(R"(
    NOP
    FFMA R0, R10, R11, R0
    FFMA R0, R10, R11, R0
    STS [R8], R4
    BAR.SYNC 0x0
    LDG.E R4, [R2.64]
    FFMA R0, R10, R11, R0
    @P0 BRA 0x10
  )"));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].MathBehindLoads, 3u);
  EXPECT_EQ(Loops[0].Excerpt.front().Role, "load");
  EXPECT_EQ(Loops[0].Excerpt.back().Role, "barrier");
}

/// Blocks that the compiler lays behind the code are in the loop all the same.
TEST(SassLoop, BlockLaidElsewhere) {
  auto Loops = findBarrierLoops(code(R"(
    NOP
    @!P1 BRA 0x70
    FFMA R0, R10, R11, R0
    STS [R8], R4
    BAR.SYNC 0x0
    @P0 BRA 0x10
    EXIT
    LDG.E R4, [R2.64]
    BRA 0x20
  )"));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].First, 0x10u);
  EXPECT_EQ(Loops[0].Loads, 1u);
  EXPECT_EQ(Loops[0].MathBehindLoads, 1u);
}

/// "CALL.REL.NOINC" leaves a loop and never comes back.
TEST(SassLoop, CallThatIsAJump) {
  auto Loops = findBarrierLoops(code(R"(
    NOP
    LDG.E R4, [R2.64]
    FFMA R0, R10, R11, R0
    STS [R8], R4
    BAR.SYNC 0x0
    @P0 CALL.REL.NOINC 0x70
    BRA 0x10
    STG.E [R2.64], R0
    EXIT
  )"));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].math(), 1u);
}

TEST(SassLoop, TheInnermostLoopWithABarrierCounts) {
  auto Loops = findBarrierLoops(code(R"(
    NOP
    NOP
    LDG.E R4, [R2.64]
    FFMA R0, R10, R11, R0
    @P2 BRA 0x30
    STS [R8], R4
    BAR.SYNC 0x0
    @P0 BRA 0x20
    STG.E [R2.64], R0
    @P1 BRA 0x10
    EXIT
    BRA 0xb0
  )"));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].First, 0x20u);
  EXPECT_TRUE(Loops[0].HasInnerLoops);
}

TEST(SassLoop, NoLoop) {
  EXPECT_TRUE(findBarrierLoops(code("BAR.SYNC 0x0\nEXIT\nBRA 0x20")).empty());
  EXPECT_TRUE(findBarrierLoops({}).empty());
}

TEST(SassLoop, ConstantsAreNoMath) {
  auto Loops = findBarrierLoops(code(R"(
    NOP
    HFMA2.MMA R3, -RZ, RZ, 0, 5.9604644775390625e-08
    HFMA2 R3, R4, R5, R3
    BAR.SYNC 0x0
    @P0 BRA 0x10
  )"));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].math(), 1u);
}

SassChange compare(llvm::StringRef Before, llvm::StringRef After,
                   const TileBarriers &Barriers = {}) {
  return compareSass(code(Before), code(After), Barriers);
}

bool finds(const SassChange &Change, llvm::StringRef Text) {
  for (llvm::StringRef Finding : Change.Findings)
    if (Finding.contains(Text))
      return true;
  return false;
}

TEST(CompareSass, WhatWasMeantHasNoFinding) {
  SassChange Change = compare(Plain, Ahead);
  EXPECT_EQ(Change.Before.size(), 1u);
  EXPECT_EQ(Change.After.size(), 1u);
  EXPECT_TRUE(Change.Findings.empty()) << Change.Findings.front();
}

TEST(CompareSass, LoadsMovedToTheirUse) {
  EXPECT_TRUE(finds(compare(Plain, R"(
    NOP
    FFMA R0, R5, R5, R0
    FFMA R1, R5, R6, R1
    FFMA R6, R5, R6, R1
    FFMA R7, R5, R6, R1
    LDG.E R4, [R2.64]
    STS [R8], R4
    BAR.SYNC.DEFER_BLOCKING 0x0
    @P0 BRA 0x10
  )"),
                    "brought loads and their use together: 0 of 4 math"));
}

TEST(CompareSass, ABarrierBetween) {
  llvm::StringRef After = R"(
    NOP
    LDG.E R4, [R2.64]
    BAR.SYNC.DEFER_BLOCKING 0x0
    FFMA R0, R5, R5, R0
    FFMA R1, R5, R6, R1
    FFMA R6, R5, R6, R1
    FFMA R7, R5, R6, R1
    STS [R8], R4
    BAR.SYNC.DEFER_BLOCKING 0x0
    @P0 BRA 0x10
  )";
  EXPECT_TRUE(finds(compare(Plain, After, {2, 2, /*BehindLoads=*/false}),
                    "a barrier stands between"));
  EXPECT_TRUE(
      compare(Plain, After, {2, 2, /*BehindLoads=*/true}).Findings.empty());
}

TEST(CompareSass, OtherMath) {
  std::string Fewer = Ahead.str();
  Fewer.replace(Fewer.find("FFMA R7"), 4, "MOV ");
  EXPECT_TRUE(finds(compare(Plain, Fewer), "3 FFMA a tile, 4 before"));
}

/// Two tiles a pass are no other math.
TEST(CompareSass, UnrolledByTwo) {
  SassChange Change = compare(Plain, R"(
    NOP
    LDG.E R4, [R2.64]
    FFMA R0, R5, R5, R0
    FFMA R1, R5, R6, R1
    FFMA R6, R5, R6, R1
    FFMA R7, R5, R6, R1
    STS [R8], R4
    BAR.SYNC 0x0
    LDG.E R4, [R2.64]
    FFMA R0, R5, R5, R0
    FFMA R1, R5, R6, R1
    FFMA R6, R5, R6, R1
    FFMA R7, R5, R6, R1
    STS [R8], R4
    BAR.SYNC 0x0
    @P0 BRA 0x10
  )");
  EXPECT_TRUE(Change.Findings.empty()) << Change.Findings.front();
}

TEST(CompareSass, LocalMemory) {
  std::string Spilling = Ahead.str();
  Spilling.replace(Spilling.find("LDS R5, [R9]"), 12, "STL [R1], R5");
  EXPECT_TRUE(
      finds(compare(Plain, Spilling), "1 new accesses to local memory"));
}

TEST(CompareSass, NothingLeftToLookAt) {
  EXPECT_TRUE(finds(compare(Plain, "NOP\nEXIT"), "unrolled it whole"));
  EXPECT_TRUE(finds(compare(Plain, "NOP\nEXIT", {2, 0, false}),
                    "the waits of a pipeline of the block are none"));
}

/// Registers may not suffice for what waits: it is a load of the tile all the
/// same.
TEST(CompareSass, LoadsByWayOfLocalMemory) {
  SassChange Change = compare(Plain, R"(
    MOV R1, c[0x0][0x28]
    LDG.E.64 R4, [R2.64]
    STL.64 [R1+0x8], R4
    LDS R5, [R9]
    FFMA R0, R5, R5, R0
    FFMA R1, R5, R6, R1
    FFMA R6, R5, R6, R1
    FFMA R7, R5, R6, R1
    LDL R4, [R1+0xc]
    STS [R8], R4
    BAR.SYNC.DEFER_BLOCKING 0x0
    @P0 BRA 0x10
    EXIT
  )");
  ASSERT_EQ(Change.After.size(), 1u);
  EXPECT_EQ(Change.After.front().Loads, 1u);
  EXPECT_FALSE(Change.IsUnjudged);
}

/// A loop that is there, but whose loads are not recognised, is not said to be
/// unrolled, and has not passed.
TEST(CompareSass, LoadsThatCannotBeFollowed) {
  SassChange Change = compare(Plain, R"(
    MOV R1, c[0x0][0x28]
    LDG.E R4, [R2.64]
    STL [R20], R4
    FFMA R0, R5, R5, R0
    LDL R4, [R20]
    STS [R8], R4
    BAR.SYNC.DEFER_BLOCKING 0x0
    @P0 BRA 0x10
    EXIT
  )");
  EXPECT_TRUE(Change.IsUnjudged);
  EXPECT_TRUE(finds(Change, "not judged: of the loop at 0x10, which holds"));
}

TEST(CompareSass, NoLongerUnrolled) {
  SassChange Change = compare(Plain, R"(
    NOP
    LDG.E R4, [R2.64]
    FFMA R0, R5, R5, R0
    @P1 BRA 0x20
    STS [R8], R4
    BAR.SYNC.DEFER_BLOCKING 0x0
    @P0 BRA 0x10
  )");
  EXPECT_TRUE(finds(Change, "no longer unrolls the computation"));
  EXPECT_EQ(Change.Findings.size(), 1u); // one FFMA of a pass is no other math
}

/// A loop of the same kernel that was left alone may load as it likes.
TEST(CompareSass, LoopsThatDidNotChange) {
  SassChange Change = compare(Plain, Plain);
  EXPECT_TRUE(Change.Findings.empty()) << Change.Findings.front();
}

/// 16 multiply-adds by four passes of an inner loop.
constexpr llvm::StringLiteral Rolled = R"(
  MOV R1, c[0x0][0x28]
  LDG.E R4, [R2.64]
  STS [R8], R4
  BAR.SYNC.DEFER_BLOCKING 0x0
  LDS R5, [R9]
  FFMA R0, R5, R5, R0
  FFMA R1, R5, R6, R1
  FFMA R6, R5, R6, R1
  FFMA R7, R5, R6, R1
  @P1 BRA 0x40
  BAR.SYNC.DEFER_BLOCKING 0x0
  @P0 BRA 0x10
  EXIT
)";

TEST(SassLoop, InstructionsOfAPass) {
  std::vector<SassLoop> Loops = findBarrierLoops(code(Rolled));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Work.Instructions, 11u);
  EXPECT_EQ(Loops[0].Work.Math, 4u);
  EXPECT_EQ(Loops[0].Work.Reads, 1u);
  EXPECT_EQ(Loops[0].Inner.Instructions, 6u);
  EXPECT_EQ(Loops[0].Inner.Math, 4u);
  EXPECT_EQ(Loops[0].Inner.Reads, 1u);
  Loops = findBarrierLoops(code(Plain));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Work.Instructions, 11u - 1);
  EXPECT_EQ(Loops[0].Inner.Instructions, 0u);
}

/// Two operations are one multiply-add.
TEST(SassLoop, WorkOfATile) {
  SassChange Change = compareSass(code(Plain), code(Rolled), {2, 2}, 32);
  EXPECT_EQ(Change.WorkBefore.Instructions, 10);
  EXPECT_EQ(Change.WorkBefore.Reads, 1);
  EXPECT_FALSE(Change.WorkBefore.IsLeast);
  EXPECT_EQ(Change.WorkAfter.Instructions, 11 + 3 * 6);
  EXPECT_EQ(Change.WorkAfter.Reads, 4);
  EXPECT_FALSE(Change.WorkAfter.IsLeast);

  Change = compareSass(code(Plain), code(Rolled), {2, 2}); // not known
  EXPECT_FALSE(Change.WorkBefore.IsLeast);
  EXPECT_EQ(Change.WorkAfter.Instructions, 11);
  EXPECT_TRUE(Change.WorkAfter.IsLeast);

  // What stands beside the inner loop is all of it.
  Change = compareSass(code(Plain), code(Rolled), {2, 2}, 4);
  EXPECT_EQ(Change.WorkAfter.Instructions, 11);

  // Two tiles a pass, one barrier each.
  Change = compareSass(code(Plain), code(Plain), {2, 1}, 32);
  EXPECT_EQ(Change.WorkAfter.Instructions, 5);
  EXPECT_EQ(Change.WorkBefore.Tiles, 1u);
  EXPECT_EQ(Change.WorkAfter.Tiles, 2u);
}

/// What is waited for behind a tensor map's copy was started a tile before.
constexpr llvm::StringLiteral ByMap = R"(
  NOP
  SYNCS.ARRIVE.TRANS64 RZ, [R2+URZ], R5
  UTMALDG.2D [UR8], [UR22]
  SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [R5+URZ], R2
  LDS R5, [R9]
  FFMA R0, R5, R5, R0
  FFMA R1, R5, R6, R1
  FFMA R6, R5, R6, R1
  FFMA R7, R5, R6, R1
  BAR.SYNC.DEFER_BLOCKING 0x0
  @P0 BRA 0x10
)";

TEST(SassLoop, CopiesOfTensorMaps) {
  auto Loops = findBarrierLoops(code(ByMap));
  ASSERT_EQ(Loops.size(), 1u);
  EXPECT_EQ(Loops[0].Copies, 1u);
  EXPECT_EQ(Loops[0].MapCopies, 1u);
  EXPECT_EQ(Loops[0].Arrivals, 1u);
  EXPECT_EQ(Loops[0].PhaseChecks, 1u);
  EXPECT_EQ(Loops[0].MathBehindLoads, 4u);
  EXPECT_FALSE(Loops[0].BarrierBehindLoads);
}

TEST(SassLoop, WhatTensorMapsAreMadeOf) {
  const TileBarriers Barriers{2, 1, false, /*ByMaps=*/true};
  EXPECT_TRUE(compareSass(code(Plain), code(ByMap), Barriers).Findings.empty());
  const std::vector<std::string> Missing = {
      "the loop at 0x10: there is no copy by a tensor map (UTMALDG)",
      "the loop at 0x10: there is no arrival that expects bytes "
      "(SYNCS.ARRIVE.TRANS64)",
      "the loop at 0x10: there is no wait for a phase (SYNCS.PHASECHK)"};
  EXPECT_EQ(compareSass(code(Plain), code(Ahead), Barriers).Findings, Missing);
}

} // namespace
} // namespace pipeline_rewrite
