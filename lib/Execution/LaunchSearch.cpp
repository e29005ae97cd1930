//===- LaunchSearch.cpp - Finds launches under which a loop runs ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First a base, then the numbers that decide how many tiles there are. From
// there every number of tiles is one value away.
//===----------------------------------------------------------------------===//
#include "Execution/LaunchSearch.h"
#include "Execution/BaseSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <map>

namespace pipeline_rewrite {
namespace {

/// Tiles of a launch that is made for indices that wrap.
constexpr uint64_t MostWrapped = 24;
/// Elements between two pointers to one buffer.
constexpr int64_t MostStride = 1 << 16;

/// Elements from one tile to the next, likely: the threads of a block, what
/// the number that decides tiles grows by, so many rows. And to the last
/// element of a range that a number counts: one is in both.
std::vector<int64_t> likelyStrides(const TrialSpace &Space, const Trial &From,
                                   int64_t Rows) {
  std::vector<int64_t> Out = {
      int64_t(From.Block[0]) * From.Block[1] * From.Block[2], Rows};
  for (unsigned I = 0; I < Space.Integers.size(); ++I)
    if (!Space.Integers[I].IsBoolean) {
      Out.push_back(Rows * From.Integers[I]);
      Out.push_back(From.Integers[I] - 1);
    }
  llvm::sort(Out);
  Out.erase(llvm::unique(Out), Out.end());
  llvm::erase_if(Out, [](int64_t N) { return N < 1 || N > MostStride; });
  return Out;
}

/// What is compared, beginning with what is most likely to differ.
class Comparisons {
public:
  Comparisons(Attempts &Trials, const BaseLaunch &Base)
      : Trials(Trials), Space(Trials.space()), Base(Base), Few(Base.Launch) {}

  void run() {
    // Long trials, and few numbers that change anything.
    if (Base.Launch.OneBlock)
      Trials.compare(Base.Launch);
    std::vector<Trip> Trips = findTrips(Trials, Base);
    std::vector<Trip> Alone;
    for (const Trip &By : Trips)
      Alone.push_back(isolated(Trials, By, Trips));
    for (const Trip &By : Alone)
      compareTileCounts(By);
    compareGrids();
    if (Trials.mostTiles() < 2)
      Trials.compare(Base.Launch);
    for (const Trip &By : Alone)
      compareRounds(By);
    for (const Trip &By : Alone)
      compareRaggedEnds(By);
    for (const Trip &By : Alone)
      if (Space.KeepsIn8Bits)
        compareWraps(By);
    compareVariations();
  }

private:
  /// Every position in the ring of buffers is once the last one.
  void compareTileCounts(const Trip &By) {
    const uint64_t Ring = Space.Stages;
    auto Compare = [&](uint64_t Tiles) {
      Trials.compare(withTiles(By, Tiles));
    };
    for (uint64_t Tiles : {2, 3, 1, 0})
      Compare(Tiles);
    for (uint64_t Tiles = 4; Tiles <= Ring + 1; ++Tiles)
      Compare(Tiles);
    for (uint64_t Tiles : {uint64_t(4), uint64_t(5), uint64_t(7), 2 * Ring + 1})
      if (Trials.isComfortable())
        Compare(Tiles);
    // A number that must be what it is decides tiles, and is no count of them.
    Trial Three = withTiles(By, 3);
    if (Trials.isOver() || Trials.attempt(Three).Tiles < 2)
      return;
    Few = std::move(Three);
    const uint64_t One = By.tilesOfOne();
    Step = By.valueFor(4 * One) - By.valueFor(3 * One);
  }

  /// So many of the loop's trips, more than there must be.
  Trial withTiles(const Trip &By, uint64_t Tiles) {
    return By.with(By.valueFor((leastOf(By) + Tiles) * By.tilesOfOne()));
  }

  /// The number that decides tiles may be the length of a row as well, of which
  /// a block computes several: threads meet in rows that are shorter.
  uint64_t leastOf(const Trip &By) {
    auto [At, IsNew] = Least.try_emplace(By.Slots, 0);
    if (IsNew && !By.From.IsRacy && !Trials.isOver()) {
      Trial Two = By.with(By.valueFor(2 * By.tilesOfOne()));
      if (Trials.attempt(Two).IsRacy)
        At->second = By.From.Tiles / By.tilesOfOne();
    }
    return At->second;
  }

  /// As compareTileCounts(), where the number of blocks decides.
  void compareGrids() {
    if (Base.Launch.Grid[0] == 1 || Base.Launch.OneBlock)
      return;
    for (uint32_t Blocks = 1; Blocks <= 2 * Space.Stages + 1; ++Blocks)
      if (Blocks <= Space.Stages + 1 || Trials.isComfortable()) {
        Trial T = Base.Launch;
        T.Grid[0] = Blocks;
        Trials.compare(T);
      }
  }

  /// The loop runs again after few tiles.
  void compareRounds(const Trip &By) {
    for (int64_t More : {1, 2}) {
      Trial T = withTiles(By, 3);
      for (unsigned I : By.Reduced)
        T.number(I) += More;
      if (!By.Reduced.empty())
        Trials.compare(T);
    }
  }

  /// Numbers that are no multiple of a tile, where the original takes them.
  void compareRaggedEnds(const Trip &By) {
    const int64_t Two = By.valueFor(leastOf(By) * By.tilesOfOne() + 2),
                  Step = By.valueFor(3) - By.valueFor(2);
    for (int64_t Value : {Two + 1, Two + Step - 1, Two + Step / 2, int64_t(1)})
      if (Trials.isComfortable())
        Trials.compare(By.with(Value));
  }

  /// So far that what is kept in 8 bits begins again, if that is near.
  void compareWraps(const Trip &By) {
    for (uint64_t Tiles = 3; Tiles <= MostWrapped; ++Tiles)
      if (const int64_t Value = By.valueFor(Tiles * By.tilesOfOne());
          Value > 256 && Trials.isComfortable())
        return Trials.compare(By.with(Value));
  }

  template <typename Change> void compareFew(Change By) {
    Trial T = Few;
    By(T);
    if (Trials.isComfortable())
      Trials.compare(T);
  }

  void compareVariations() {
    // Breaks by a count, a flag or a number that ends a list. What buffers hold
    // comes first.
    Trials.forgetCompared();
    if (!Trials.isOver())
      Trials.attempt(Few);
    const std::vector<Trial> Planted = Trials.planted(Few);
    if (!Planted.empty() && Space.HasIntegerBuffers)
      Trials.compare(Planted.front());
    for (const Trial &T : sharedBuffers(Space, Few, Step))
      if (Trials.isComfortable())
        Trials.compare(T);
    for (const Trial &T : Planted)
      if (Trials.isComfortable())
        Trials.compare(T);
    if (!Base.Launch.OneBlock)
      compareFew([&](Trial &T) {
        T.Grid = {2, Space.UsesBlockY ? 2u : 1u, Space.UsesBlockZ ? 2u : 1u};
      });
    for (unsigned I = 0; I < Space.Integers.size(); ++I)
      if (Space.Integers[I].IsBoolean)
        compareFew([&](Trial &T) { T.Integers[I] = 0; });
    // An odd size: every guard of the source has something to guard.
    for (unsigned I = 0; I < Space.Integers.size(); ++I)
      if (!Space.Integers[I].IsBoolean)
        compareFew([&](Trial &T) { T.Integers[I] -= 3; });
    if (Space.HasIntegerBuffers)
      for (IndexFill Fill :
           {IndexFill::Small, IndexFill::Ascending, IndexFill::Same})
        compareFew([&](Trial &T) { T.Fill = Fill; });
  }

  Attempts &Trials;
  const TrialSpace &Space;
  const BaseLaunch &Base;
  Trial Few;        ///< with three tiles
  int64_t Step = 0; ///< what one tile more adds to the number that decides
  std::map<decltype(Trip::Slots), uint64_t> Least; ///< of leastOf()
};

std::string whyNot(const Attempts &Trials, bool RanAtAll) {
  if (Trials.CanExecute.isNo())
    return Trials.CanExecute.because();
  std::string Why = "no launch with two tiles was found";
  if (Trials.isOverTime())
    Why += " in 2 s";
  if (!RanAtAll && !Trials.FirstWhy.empty())
    Why += "; the original, first of all: " + Trials.FirstWhy;
  return Why;
}

} // namespace

std::vector<Trial> sharedBuffers(const TrialSpace &Space, const Trial &From,
                                 int64_t Step) {
  std::vector<Trial> Out;
  for (auto Pair : Space.Aliases) {
    Out.push_back(From);
    Out.back().Shared = Pair;
    for (int64_t Stride : likelyStrides(Space, From, std::abs(Step)))
      for (int64_t Offset : {Stride, -Stride}) {
        Out.push_back(From);
        Out.back().Shared = Pair;
        Out.back().SharedOffset = Offset;
      }
  }
  return Out;
}

std::optional<std::string> searchLaunches(const TrialSpace &Space,
                                          TrialRunner &Runner) {
  Attempts Trials(Space, Runner);
  FoundBase Found = findBase(Trials);
  if (Found.Base)
    Comparisons(Trials, *Found.Base).run();
  if (Trials.mostTiles() < 2)
    return whyNot(Trials, Found.RanAtAll);
  return std::nullopt;
}

} // namespace pipeline_rewrite
