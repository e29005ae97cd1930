//===- LaunchSearchTest.cpp - Which launches are tried and compared -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/LaunchSearch.h"
#include "gtest/gtest.h"
#include <functional>
#include <set>

using namespace pipeline_rewrite;

namespace {

/// A kernel as a function from launches to results.
class FakeKernel : public TrialRunner {
public:
  using Result = std::function<TrialResult(const Trial &)>;
  explicit FakeKernel(Result Of) : Of(std::move(Of)) {}

  TrialResult tryOriginal(const Trial &T) override {
    ++Tried;
    return Of(T);
  }
  bool compare(const Trial &T, const TrialResult &R) override {
    Compared.push_back(T);
    Tiles.insert(R.Tiles);
    return Compared.size() < StopAfter;
  }
  double nominalSeconds() const override { return Tried * SecondsOfTrial; }

  unsigned Tried = 0;
  size_t StopAfter = ~size_t(0);
  double SecondsOfTrial = 0;
  std::vector<Trial> Compared;
  std::set<uint64_t> Tiles;

private:
  Result Of;
};

TrialResult legal(uint64_t Tiles) {
  TrialResult R;
  R.End = TrialEnd::Legal;
  R.Tiles = Tiles;
  R.Steps = 1000;
  return R;
}

TrialResult no(TrialEnd End, const char *Why = "no") {
  TrialResult R;
  R.End = End;
  R.Why = Why;
  return R;
}

TrialSpace spaceOf(unsigned Integers) {
  TrialSpace Space;
  Space.Blocks = {{256, 1, 1}, {16, 16, 1}};
  Space.DynamicBytes = {0};
  for (unsigned I = 0; I < Integers; ++I)
    Space.Integers.push_back({"n" + std::to_string(I)});
  return Space;
}

bool isSquare(const Trial &T) { return T.Block == BlockShape{16, 16, 1}; }

TEST(LaunchSearch, FindsTheBlockAndEveryNumberOfTiles) {
  // for (k = 0; k < n2; k += 8), with 16 x 16 threads
  FakeKernel Kernel([](const Trial &T) {
    return isSquare(T) ? legal((T.Integers[2] + 7) / 8) : no(TrialEnd::Illegal);
  });
  EXPECT_EQ(searchLaunches(spaceOf(3), Kernel), std::nullopt);
  for (uint64_t Tiles : {0, 1, 2, 3, 4, 5, 7})
    EXPECT_TRUE(Kernel.Tiles.count(Tiles)) << Tiles;
}

TEST(LaunchSearch, RunsSoFarThatIndicesOf8BitsWrap) {
  for (bool Are8Bits : {false, true}) {
    FakeKernel Kernel(
        [](const Trial &T) { return legal((T.Integers[0] + 31) / 32); });
    TrialSpace Space = spaceOf(1);
    Space.KeepsIn8Bits = Are8Bits;
    EXPECT_EQ(searchLaunches(Space, Kernel), std::nullopt);
    EXPECT_EQ(Kernel.Tiles.count(9), Are8Bits);
  }
}

TEST(LaunchSearch, MakesRoomForWhatIsStored) {
  // Blocks of 128 x 128 elements, stored without a guard; a trial of many
  // tiles takes too long.
  FakeKernel Kernel([](const Trial &T) {
    TrialResult R = legal(T.Integers[2] / 16);
    R.IsRacy = T.Integers[0] < 128 || T.Integers[1] < 128;
    return R.Tiles <= 4 ? R : no(TrialEnd::TooLong);
  });
  EXPECT_EQ(searchLaunches(spaceOf(3), Kernel), std::nullopt);
  for (uint64_t Tiles : {0, 1, 2, 3})
    EXPECT_TRUE(Kernel.Tiles.count(Tiles)) << Tiles;
  EXPECT_EQ(Kernel.Compared.front().Integers[0], 128);
  EXPECT_EQ(Kernel.Compared.front().Integers[1], 128);
}

TEST(LaunchSearch, FactorsOfIndicesAreNumbersThatKeepElementsApart) {
  // C[i * n1 + j * n2] of 64 x 64 elements, and time for a few trials.
  FakeKernel Kernel([](const Trial &T) {
    TrialResult R = legal(T.Integers[0] / 16);
    std::set<int64_t> Elements;
    for (int64_t I = 0; I < 64; ++I)
      for (int64_t J = 0; J < 64; ++J)
        R.IsRacy |=
            !Elements.insert(I * T.Integers[1] + J * T.Integers[2]).second;
    return R;
  });
  Kernel.SecondsOfTrial = 0.1;
  for (bool AreFactors : {false, true}) {
    TrialSpace Space = spaceOf(6);
    for (unsigned I = 1; I < 6; ++I)
      Space.Integers[I].IsFactor = AreFactors;
    Kernel.Compared.clear();
    Kernel.Tried = 0;
    searchLaunches(Space, Kernel);
    ASSERT_FALSE(Kernel.Compared.empty());
    EXPECT_EQ(Kernel.tryOriginal(Kernel.Compared.front()).IsRacy, !AreFactors);
  }
}

TEST(LaunchSearch, TakesFewerTilesWhereManyTakeTooLong) {
  // Columns below 128 are illegal; 128 of everything is too much.
  FakeKernel Kernel([](const Trial &T) {
    if (T.Integers[0] < 128)
      return no(TrialEnd::Illegal);
    const int64_t Tiles = T.Integers[1] / 16;
    return Tiles <= 4 ? legal(Tiles) : no(TrialEnd::TooLong);
  });
  EXPECT_EQ(searchLaunches(spaceOf(2), Kernel), std::nullopt);
}

TEST(LaunchSearch, FindsTilesThatTheBlockDecides) {
  FakeKernel Kernel([](const Trial &T) { return legal(T.Grid[0] / 32 + 1); });
  TrialSpace Space = spaceOf(1);
  Space.Blocks = {{32, 1, 1}};
  EXPECT_EQ(searchLaunches(Space, Kernel), std::nullopt);
  EXPECT_GE(*Kernel.Tiles.rbegin(), 2u);
}

TEST(LaunchSearch, ALoopThatRunsThreeTimesHasMoreThanOneTileInEach) {
  FakeKernel Kernel(
      [](const Trial &T) { return legal((T.Integers[0] + 299) / 300 * 3); });
  EXPECT_EQ(searchLaunches(spaceOf(1), Kernel), std::nullopt);
  for (uint64_t Tiles : {0, 3, 6, 9})
    EXPECT_TRUE(Kernel.Tiles.count(Tiles)) << Tiles;
}

TEST(LaunchSearch, FindsTilesOfManyElements) {
  FakeKernel Kernel(
      [](const Trial &T) { return legal(T.Integers[0] / 25600); });
  EXPECT_EQ(searchLaunches(spaceOf(1), Kernel), std::nullopt);
}

TEST(LaunchSearch, FindsTilesThatTheNumberOfBlocksDecides) {
  FakeKernel Kernel([](const Trial &T) {
    return T.Grid[0] > 10 ? no(TrialEnd::TooLong) : legal(T.Grid[0]);
  });
  TrialSpace Space = spaceOf(1);
  Space.Stages = 4;
  EXPECT_EQ(searchLaunches(Space, Kernel), std::nullopt);
  for (uint64_t Tiles = 1; Tiles <= 9; ++Tiles)
    EXPECT_TRUE(Kernel.Tiles.count(Tiles)) << Tiles;
}

TEST(LaunchSearch, OneOfManyBlocksWhereOneAloneHasAllToDo) {
  // for (tile = blockIdx.x; tile < 4096; tile += gridDim.x), and a loop of
  // eight tiles in it.
  for (TrialEnd End : {TrialEnd::TooLong, TrialEnd::OutOfBounds}) {
    FakeKernel Kernel([&](const Trial &T) {
      return T.OneBlock && T.Grid[0] >= 4096 ? legal(8) : no(End);
    });
    TrialSpace Space = spaceOf(0);
    EXPECT_NE(searchLaunches(Space, Kernel), std::nullopt);
    Space.UsesGridX = true;
    EXPECT_EQ(searchLaunches(Space, Kernel), std::nullopt);
    EXPECT_EQ(Kernel.Tiles, std::set<uint64_t>{8});
  }
}

TEST(LaunchSearch, AKernelWhoseThreadsAlwaysMeetIsComparedAllTheSame) {
  FakeKernel Kernel([](const Trial &T) {
    TrialResult R = legal(T.Integers[0] / 16);
    R.IsRacy = true;
    return R;
  });
  EXPECT_EQ(searchLaunches(spaceOf(1), Kernel), std::nullopt);
}

TEST(LaunchSearch, TakesRaggedEndsWhereTheOriginalDoes) {
  FakeKernel Kernel(
      [](const Trial &T) { return legal((T.Integers[0] + 15) / 16); });
  EXPECT_EQ(searchLaunches(spaceOf(1), Kernel), std::nullopt);
  std::set<int64_t> Values;
  for (const Trial &T : Kernel.Compared)
    Values.insert(T.Integers[0]);
  EXPECT_TRUE(Values.count(33)) << "2 * 16 + 1";
  EXPECT_TRUE(Values.count(47)) << "3 * 16 - 1";
}

TEST(LaunchSearch, ComparesNothingThatTheOriginalDoesNotRunUnder) {
  // No ragged end, and no empty loop.
  FakeKernel Kernel([](const Trial &T) {
    int64_t K = T.Integers[0];
    return K > 0 && K % 16 == 0 ? legal(K / 16) : no(TrialEnd::Illegal);
  });
  EXPECT_EQ(searchLaunches(spaceOf(1), Kernel), std::nullopt);
  for (const Trial &T : Kernel.Compared)
    EXPECT_TRUE(T.Integers[0] > 0 && T.Integers[0] % 16 == 0) << T.Integers[0];
}

TEST(LaunchSearch, FindsTilesThatTwoNumbersDecideTogether) {
  FakeKernel Kernel([](const Trial &T) {
    return legal(std::min(T.Integers[0], T.Integers[1]) / 16);
  });
  EXPECT_EQ(searchLaunches(spaceOf(2), Kernel), std::nullopt);
  for (uint64_t Tiles : {0, 1, 2, 3})
    EXPECT_TRUE(Kernel.Tiles.count(Tiles)) << Tiles;
}

TEST(LaunchSearch, FindsARangeFromOneNumberToAnother) {
  FakeKernel Kernel([](const Trial &T) {
    int64_t Range = T.Integers[1] - T.Integers[0];
    return legal(Range > 0 ? (Range + 7) / 8 : 0);
  });
  EXPECT_EQ(searchLaunches(spaceOf(2), Kernel), std::nullopt);
  for (uint64_t Tiles : {0, 1, 2, 3})
    EXPECT_TRUE(Kernel.Tiles.count(Tiles)) << Tiles;
}

TEST(LaunchSearch, MakesOuterRoundsFewBeforeTheLoopIsVaried) {
  // for (r = 0; r < n1; ++r) for (k = 0; k < n0; k += 4)
  FakeKernel Kernel([](const Trial &T) {
    return legal(T.Integers[1] * ((T.Integers[0] + 3) / 4));
  });
  EXPECT_EQ(searchLaunches(spaceOf(2), Kernel), std::nullopt);
  std::set<std::pair<int64_t, int64_t>> TilesAndRounds;
  for (const Trial &T : Kernel.Compared)
    TilesAndRounds.insert({T.Integers[0] / 4, T.Integers[1]});
  for (int64_t Tiles : {0, 1, 2, 3, 4, 5, 7})
    EXPECT_TRUE(TilesAndRounds.count({Tiles, 1})) << Tiles;
  EXPECT_TRUE(TilesAndRounds.count({3, 2}));
  EXPECT_TRUE(TilesAndRounds.count({3, 3}));
}

TEST(LaunchSearch, AnOuterRoundThatHasNoLoopDoesNotHideTheLoop) {
  // Every other round has the loop: if (r % 2) …
  FakeKernel Kernel([](const Trial &T) {
    return legal(T.Integers[0] / 2 * (T.Integers[1] / 4));
  });
  EXPECT_EQ(searchLaunches(spaceOf(2), Kernel), std::nullopt);
  for (uint64_t Tiles : {2, 3, 4, 5, 7})
    EXPECT_TRUE(Kernel.Tiles.count(Tiles)) << Tiles;
}

TEST(LaunchSearch, EveryRemainderOfTheRingIsTriedEvenIfTrialsAreSlow) {
  for (unsigned Stages : {2u, 3u, 4u, 6u}) {
    FakeKernel Kernel([](const Trial &T) { return legal(T.Integers[0] / 16); });
    Kernel.SecondsOfTrial = 0.06; // uncomfortable after the base
    TrialSpace Space = spaceOf(1);
    Space.Stages = Stages;
    EXPECT_EQ(searchLaunches(Space, Kernel), std::nullopt);
    for (uint64_t Tiles = 0; Tiles <= Stages + 1; ++Tiles)
      EXPECT_TRUE(Kernel.Tiles.count(Tiles)) << Tiles << " of " << Stages;
  }
}

TEST(LaunchSearch, VariesALengthThatABufferHolds) {
  TrialSpace Space = spaceOf(0);
  Space.HasIntegerBuffers = true;
  FakeKernel Kernel([](const Trial &T) {
    return legal(T.Fill == IndexFill::Same ? (T.FillValue + 15) / 16 : 1);
  });
  EXPECT_EQ(searchLaunches(Space, Kernel), std::nullopt);
  for (uint64_t Tiles : {0, 1, 2, 3, 4, 5, 7})
    EXPECT_TRUE(Kernel.Tiles.count(Tiles)) << Tiles;
}

TEST(LaunchSearch, VariesTheLengthOfRows) {
  TrialSpace Space = spaceOf(0);
  Space.HasIntegerBuffers = true;
  FakeKernel Kernel([](const Trial &T) {
    return legal(T.Fill == IndexFill::Ascending ? (4 * T.FillValue + 63) / 64
                                                : 1);
  });
  EXPECT_EQ(searchLaunches(Space, Kernel), std::nullopt);
  for (uint64_t Tiles : {0, 1, 2, 3, 4, 5, 7})
    EXPECT_TRUE(Kernel.Tiles.count(Tiles)) << Tiles;
}

TEST(LaunchSearch, GivesLargerBuffersUntilTheOriginalStaysInside) {
  FakeKernel Kernel([](const Trial &T) {
    return T.BufferBytes >= 1 << 20 ? legal(T.Integers[0] / 16)
                                    : no(TrialEnd::OutOfBounds);
  });
  EXPECT_EQ(searchLaunches(spaceOf(1), Kernel), std::nullopt);
}

TEST(LaunchSearch, GivesAsMuchDynamicMemoryAsTheOriginalNeeds) {
  TrialSpace Space = spaceOf(1);
  Space.DynamicBytes = {1024, 4096, 16384};
  FakeKernel Kernel([](const Trial &T) {
    return T.DynamicBytes >= 4096 ? legal(T.Integers[0] / 16)
                                  : no(TrialEnd::OutOfShared);
  });
  EXPECT_EQ(searchLaunches(Space, Kernel), std::nullopt);
  for (const Trial &T : Kernel.Compared)
    EXPECT_EQ(T.DynamicBytes, 4096u);
}

TEST(LaunchSearch, GivesPointersOneBufferAndMoreBlocks) {
  TrialSpace Space = spaceOf(1);
  Space.Aliases = {{0, 2}};
  Space.UsesBlockY = true;
  FakeKernel Kernel([](const Trial &T) { return legal(T.Integers[0] / 16); });
  EXPECT_EQ(searchLaunches(Space, Kernel), std::nullopt);
  bool Shared = false, Grid = false;
  for (const Trial &T : Kernel.Compared) {
    Shared |= T.Shared.has_value();
    Grid |= T.Grid == std::array<uint32_t, 3>{2, 2, 1};
  }
  EXPECT_TRUE(Shared);
  EXPECT_TRUE(Grid);
}

TEST(LaunchSearch, StopsAtTheFirstDifference) {
  FakeKernel Kernel([](const Trial &T) { return legal(T.Integers[0] / 16); });
  Kernel.StopAfter = 1;
  searchLaunches(spaceOf(1), Kernel);
  EXPECT_EQ(Kernel.Compared.size(), 1u);
}

TEST(LaunchSearch, SaysWhyThereIsNoLaunch) {
  FakeKernel Race([](const Trial &T) {
    return no(TrialEnd::Illegal, "RACE-RAW at k.cu:3");
  });
  auto Why = searchLaunches(spaceOf(1), Race);
  ASSERT_TRUE(Why);
  EXPECT_NE(Why->find("no launch with two tiles was found"), std::string::npos);
  EXPECT_NE(Why->find("RACE-RAW at k.cu:3"), std::string::npos);
}

TEST(LaunchSearch, EndsAtOnceIfNoLaunchWillDo) {
  FakeKernel Unknown([](const Trial &T) {
    return no(TrialEnd::NotExecutable, "not supported: tex.2d");
  });
  EXPECT_EQ(searchLaunches(spaceOf(3), Unknown), "not supported: tex.2d");
  EXPECT_EQ(Unknown.Tried, 1u);
}

TEST(LaunchSearch, EndsWhenTimeIsOver) {
  FakeKernel Slow([](const Trial &T) { return no(TrialEnd::Illegal); });
  Slow.SecondsOfTrial = 0.5;
  auto Why = searchLaunches(spaceOf(3), Slow);
  ASSERT_TRUE(Why);
  EXPECT_NE(Why->find("in 2 s"), std::string::npos);
  EXPECT_LT(Slow.Tried, 10u);
}

TEST(LaunchSearch, ALoopOfOneTileIsNotEnough) {
  FakeKernel Short([](const Trial &T) { return legal(1); });
  EXPECT_NE(searchLaunches(spaceOf(1), Short), std::nullopt);
}

TEST(LaunchSearch, WithoutNumbersTheOneLaunchIsCompared) {
  FakeKernel Fixed([](const Trial &T) {
    return isSquare(T) ? legal(8) : no(TrialEnd::Illegal);
  });
  EXPECT_EQ(searchLaunches(spaceOf(0), Fixed), std::nullopt);
  EXPECT_FALSE(Fixed.Compared.empty());
}

} // namespace
