//===- CompareSassTest.cpp - What became of a loop ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/CompareSass.h"
#include "SassListings.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

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

/// The original loop beside the new one is not judged, in either order.
TEST(CompareSass, TheOriginalLoopIsKept) {
  TileBarriers Kept;
  Kept.KeepsSource = true;
  // One behind the other, whose loop begins at the address Loop.
  auto Join = [](llvm::StringRef One, llvm::StringRef Two, const char *Loop) {
    std::string Moved = Two.str();
    Moved.replace(Moved.find("BRA 0x10"), 8, std::string("BRA ") + Loop);
    return One.str() + Moved;
  };
  for (const std::string &Both :
       {Join(Ahead, Plain, "0xc0"), Join(Plain, Ahead, "0xd0")}) {
    const SassChange Change = compare(Plain, Both, Kept);
    EXPECT_EQ(Change.After.size(), 1u);
    EXPECT_TRUE(Change.Findings.empty()) << Change.Findings.front();
    EXPECT_FALSE(Change.LoadsMoved);
    EXPECT_FALSE(compare(Plain, Both).Findings.empty());
  }
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
