//===- SassLoopTest.cpp - Where a loop loads, computes and waits ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "SassListings.h"
#include "Validate/Sass/CompareSass.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

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

} // namespace
} // namespace pipeline_rewrite
