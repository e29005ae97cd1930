//===- LaunchSearch.cpp - Finds launches under which a loop runs ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First a base: one size for all integers, block after block, until the
// original runs two tiles without a hazard. Then one integer after the other is
// changed, to see which of them decides the number of tiles, and how many of
// its units make a tile. From there every number of tiles is one value away.
//===----------------------------------------------------------------------===//
#include "Execution/LaunchSearch.h"
#include <set>

namespace pipeline_rewrite {
namespace {

/// For finding a base, and for all that is compared of one kernel.
constexpr double MostSeconds = 2;
/// After this only what is needed is compared: a launch with each number of
/// tiles up to three.
constexpr double ComfortSeconds = 0.25;
constexpr uint64_t FirstBuffer = 64 << 10, LastBuffer = 4 << 20;
/// For a base under which no threads meet, once there is one under which they
/// do.
constexpr double MostSecondsOfRace = 0.8;
/// Multiples of every usual tile, and small enough to run fast.
constexpr int64_t Sizes[] = {64, 128, 32, 256, 16, 8, 4, 2, 1};

/// The integers that decide the number of tiles, and how: all of Slots are set
/// to one value.
struct Trip {
  std::vector<unsigned> Slots;
  int64_t Value = 0; ///< in the base
  int64_t Step = 0;  ///< more for one tile more; below 0: less
};

class Search {
public:
  Search(const TrialSpace &Space, TrialRunner &Runner)
      : Space(Space), Runner(Runner) {}

  std::optional<std::string> run() {
    if (!findBase())
      return whyNot();
    std::vector<Trip> Trips =
        BaseTrips.empty() ? findTrips() : std::move(BaseTrips);
    for (const Trip &T : Trips)
      compareTileCounts(T);
    if (MostTiles < 2)
      compareOne(Base.Launch);
    for (const Trip &T : Trips)
      compareRaggedEnds(T);
    compareVariations();
    return MostTiles < 2 ? whyNot() : std::nullopt;
  }

private:
  bool isOver() const { return Stopped || Runner.secondsSpent() > MostSeconds; }
  bool isComfortable() const {
    return !isOver() && Runner.secondsSpent() < ComfortSeconds;
  }

  //===--------------------------------------------------------------------===//
  // One trial
  //===--------------------------------------------------------------------===//

  /// With larger buffers and more dynamic memory as long as the original asks
  /// for them; \p T has what it was given.
  TrialResult attempt(Trial &T) {
    T.BufferBytes = std::max(T.BufferBytes, FirstBuffer);
    unsigned Dynamic = 0;
    while (Dynamic + 1 < Space.DynamicBytes.size() &&
           Space.DynamicBytes[Dynamic] < T.DynamicBytes)
      ++Dynamic;
    for (;;) {
      T.DynamicBytes = Space.DynamicBytes[Dynamic];
      TrialResult R = Runner.tryOriginal(T);
      if (R.End == TrialEnd::OutOfBounds && T.BufferBytes < LastBuffer)
        T.BufferBytes *= 8;
      else if (R.End == TrialEnd::OutOfShared &&
               Dynamic + 1 < Space.DynamicBytes.size())
        ++Dynamic;
      else
        return heed(std::move(R));
      if (isOver())
        return R;
    }
  }

  TrialResult heed(TrialResult R) {
    if (R.End == TrialEnd::NotExecutable) {
      Stopped = true;
      Fatal = R.Why;
    } else if (!R.isLegal() && FirstWhy.empty()) {
      FirstWhy = R.Why;
    }
    return R;
  }

  /// True if the original ran, and both were compared.
  bool compareOne(Trial T) {
    if (isOver() || !Compared.insert(keyOf(T)).second)
      return false;
    TrialResult R = attempt(T);
    if (!R.isLegal())
      return false;
    MostTiles = std::max(MostTiles, R.Tiles);
    if (!Runner.compare(T, R))
      Stopped = true;
    return true;
  }

  using Key = std::vector<int64_t>;
  static Key keyOf(const Trial &T) {
    Key K = T.Integers;
    for (uint32_t N : T.Grid)
      K.push_back(N);
    K.push_back(int64_t(T.Fill));
    K.push_back(T.Shared ? T.Shared->first * 1000 + T.Shared->second : -1);
    return K;
  }

  //===--------------------------------------------------------------------===//
  // A base
  //===--------------------------------------------------------------------===//

  Trial uniform(const BlockShape &Block, int64_t Size) const {
    Trial T;
    T.Block = Block;
    T.DynamicBytes = Space.DynamicBytes.front();
    T.FillValue = Size;
    for (const IntegerSlot &Slot : Space.Integers)
      T.Integers.push_back(Slot.IsBoolean ? 1 : Size);
    return T;
  }

  bool isBase(Trial &T) {
    TrialResult R = attempt(T);
    IsTooLong = R.End == TrialEnd::TooLong;
    if (!R.isLegal())
      return false;
    // The first that is as good as can be; two threads that store the sums of
    // one row are no good.
    auto Rank = [](bool IsRacy, uint64_t Tiles) {
      return std::pair(std::min<uint64_t>(Tiles, 2), !IsRacy);
    };
    if (!Weak || Rank(R.IsRacy, R.Tiles) > Rank(Base.IsRacy, Base.Tiles)) {
      Weak = true;
      Base = {T, R.Tiles, R.IsRacy};
    }
    return R.Tiles >= 2 && !R.IsRacy;
  }

  /// No better base is worth the time.
  bool isBaseOver() const {
    return isOver() || (Weak && Base.Tiles >= 2 &&
                        Runner.secondsSpent() > MostSecondsOfRace);
  }

  bool hasBase() const { return Weak && Base.Tiles >= 2; }

  bool findBase() {
    std::vector<IndexFill> Fills = {IndexFill::Small};
    if (Space.HasIntegerBuffers)
      Fills = {IndexFill::Small, IndexFill::Ascending, IndexFill::Same};
    for (int64_t Size : Sizes) {
      if (Size != Sizes[0] && Space.Integers.empty() &&
          !Space.HasIntegerBuffers)
        return hasBase(); // no number depends on it
      for (IndexFill Fill : Fills)
        for (const BlockShape &Block : Space.Blocks) {
          if (isBaseOver())
            return hasBase();
          Trial T = uniform(Block, Size);
          T.Fill = Fill;
          if (isBase(T))
            return true;
          if (IsTooLong && Space.Blocks.front() == Block && shrinkBase(T))
            return true;
          // So many threads it can be: more tiles may be one number away.
          if (Weak && Base.Launch.Block == Block && !Grown.count(Block)) {
            Grown.insert(Block);
            if (growBase())
              return true;
          }
        }
    }
    return hasBase();
  }

  /// From a launch under which the original takes too long: fewer tiles.
  bool shrinkBase(const Trial &From) {
    for (unsigned I = 0; I < From.Integers.size(); ++I) {
      Trial T = From;
      T.Integers[I] /= 4;
      if (!isBaseOver() && T.Integers != From.Integers && isBase(T))
        return true;
    }
    return false;
  }

  /// From a launch with tiles enough, under which threads meet: with the tiles
  /// that there must be, and everything else larger.
  bool clearBase() {
    const Trial From = Base.Launch;
    const uint64_t Tiles = Base.Tiles;
    std::vector<Trip> Trips = findTrips();
    for (int64_t Times : {2, 4}) {
      Trial T = From;
      for (unsigned I = 0; I < T.Integers.size(); ++I)
        if (!Space.Integers[I].IsBoolean)
          T.Integers[I] *= Times;
      for (Trip &By : Trips)
        for (unsigned I : By.Slots)
          T.Integers[I] = By.Value + (2 - int64_t(Tiles)) * By.Step;
      if (isBaseOver() || !isBase(T))
        continue;
      for (Trip &By : Trips)
        By.Value = T.Integers[By.Slots.front()];
      BaseTrips = std::move(Trips);
      return true;
    }
    return false;
  }

  /// From a launch that is legal, with too few tiles, or with a race.
  bool growBase() {
    if (hasBase())
      return clearBase();
    const Trial From = Base.Launch;
    for (int64_t Times : {2, 4, 8}) {
      Trial T = From;
      for (unsigned I = 0; I < T.Integers.size(); ++I)
        if (!Space.Integers[I].IsBoolean)
          T.Integers[I] *= Times;
      if (!isBaseOver() && isBase(T))
        return true;
    }
    if (hasBase())
      return clearBase();
    for (unsigned I = 0; I < From.Integers.size(); ++I)
      for (int64_t Value : {From.Integers[I] * 4, int64_t(0),
                            From.Integers[I] / 4, int64_t(1)}) {
        Trial T = From;
        T.Integers[I] = Value;
        if (isOver())
          return false;
        if (T.Integers != From.Integers && isBase(T))
          return true;
      }
    // Tiles that the number of the block decides.
    for (uint32_t Blocks : {40, 136}) {
      Trial T = From;
      T.Grid[0] = Blocks;
      if (!isOver() && From.Block[0] < 2 * Blocks && isBase(T))
        return true;
    }
    return false;
  }

  std::optional<std::string> whyNot() const {
    if (!Fatal.empty())
      return Fatal;
    std::string Why = "no launch with two tiles was found";
    if (Runner.secondsSpent() > MostSeconds)
      Why += " in 2 s";
    if (!Weak && !FirstWhy.empty())
      Why += "; the original, first of all: " + FirstWhy;
    return Why;
  }

  //===--------------------------------------------------------------------===//
  // What decides the number of tiles
  //===--------------------------------------------------------------------===//

  std::optional<Trip> findTrip(std::vector<unsigned> Slots) {
    int64_t Value = Base.Launch.Integers[Slots.front()];
    for (int64_t Other : {Value / 2, Value * 2}) {
      Trial T = Base.Launch;
      for (unsigned I : Slots)
        T.Integers[I] = Other;
      if (isOver() || Other == Value)
        return std::nullopt;
      TrialResult R = attempt(T);
      if (!R.isLegal())
        continue;
      int64_t More = int64_t(R.Tiles) - int64_t(Base.Tiles);
      if (!More)
        return std::nullopt;
      int64_t Step = (Other - Value) / More;
      return Trip{std::move(Slots), Value, Step ? Step : More > 0 ? 1 : -1};
    }
    return std::nullopt;
  }

  std::vector<Trip> findTrips() {
    std::vector<Trip> Trips;
    std::vector<unsigned> All;
    for (unsigned I = 0; I < Space.Integers.size(); ++I) {
      if (Space.Integers[I].IsBoolean)
        continue;
      All.push_back(I);
      if (auto Found = findTrip({I}))
        Trips.push_back(*Found);
    }
    // The least of two, say.
    if (Trips.empty() && All.size() > 1)
      if (auto Found = findTrip(All))
        Trips.push_back(*Found);
    return Trips;
  }

  //===--------------------------------------------------------------------===//
  // What is compared
  //===--------------------------------------------------------------------===//

  void compareWith(const Trip &By, int64_t Value) {
    Trial T = Base.Launch;
    for (unsigned I : By.Slots)
      T.Integers[I] = Value;
    compareOne(T);
  }

  int64_t valueFor(const Trip &By, int64_t Tiles) const {
    return By.Value + (Tiles - int64_t(Base.Tiles)) * By.Step;
  }

  void compareTileCounts(const Trip &By) {
    for (int64_t Tiles : {2, 3, 1, 0})
      compareWith(By, valueFor(By, Tiles));
    for (int64_t Tiles : {4, 5, 7})
      if (isComfortable())
        compareWith(By, valueFor(By, Tiles));
    Few = Base.Launch;
    for (unsigned I : By.Slots)
      Few->Integers[I] = valueFor(By, 3);
  }

  /// Numbers that are no multiple of a tile, where the original takes them.
  void compareRaggedEnds(const Trip &By) {
    const int64_t Two = valueFor(By, 2), Step = By.Step;
    for (int64_t Value : {Two + 1, Two + Step - 1, Two + Step / 2, int64_t(1)})
      if (isComfortable())
        compareWith(By, Value);
  }

  void compareVariations() {
    const Trial From = Few.value_or(Base.Launch);
    auto Compare = [&](auto Change) {
      Trial T = From;
      Change(T);
      if (isComfortable())
        compareOne(T);
    };
    for (auto Pair : Space.Aliases)
      Compare([&](Trial &T) { T.Shared = Pair; });
    Compare([&](Trial &T) {
      T.Grid = {2, Space.UsesBlockY ? 2u : 1u, Space.UsesBlockZ ? 2u : 1u};
    });
    for (unsigned I = 0; I < Space.Integers.size(); ++I)
      if (Space.Integers[I].IsBoolean)
        Compare([&](Trial &T) { T.Integers[I] = 0; });
    // An odd size: every guard of the source has something to guard.
    for (unsigned I = 0; I < Space.Integers.size(); ++I)
      if (!Space.Integers[I].IsBoolean)
        Compare([&](Trial &T) { T.Integers[I] -= 3; });
    if (Space.HasIntegerBuffers)
      for (IndexFill Fill :
           {IndexFill::Small, IndexFill::Ascending, IndexFill::Same})
        Compare([&](Trial &T) { T.Fill = Fill; });
  }

  const TrialSpace &Space;
  TrialRunner &Runner;
  struct {
    Trial Launch;
    uint64_t Tiles = 0;
    bool IsRacy = false;
  } Base;
  bool Weak = false; ///< Base is legal, be it with less than two tiles
  std::vector<Trip> BaseTrips; ///< if they are known with the base
  std::optional<Trial> Few;    ///< the base with three tiles
  std::set<BlockShape> Grown;
  std::set<Key> Compared;
  uint64_t MostTiles = 0; ///< of what was compared
  bool Stopped = false;
  bool IsTooLong = false; ///< the latest trial of a base
  std::string Fatal, FirstWhy;
};

} // namespace

std::optional<std::string> searchLaunches(const TrialSpace &Space,
                                          TrialRunner &Runner) {
  return Search(Space, Runner).run();
}

} // namespace pipeline_rewrite
