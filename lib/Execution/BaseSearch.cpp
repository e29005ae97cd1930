//===- BaseSearch.cpp - A launch to vary ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/BaseSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace pipeline_rewrite {
namespace {

/// For a base under which no threads meet, once there is one under which they
/// do.
constexpr double MostSecondsOfRace = 0.8;
/// For numbers that the code asks for, of all seconds until a base is found.
constexpr double MostSecondsOfPlanting = 1.2;
/// Multiples of every usual tile, and small enough to run fast.
constexpr int64_t Sizes[] = {64, 128, 32, 256, 16, 8, 4, 2, 1};
/// Four times these take the place of numbers that are only factors of indices:
/// of two or three of them no sums of a tile's elements are the same, four
/// elements stay aligned, and all of it is a small buffer.
constexpr int64_t Strides[] = {131, 173, 251, 389, 149, 211, 313, 181,
                               281, 359, 137, 233, 331, 163, 199, 271};
/// More blocks than a kernel whose blocks share out the tiles of the result has
/// such tiles: each has one of them at most.
constexpr uint32_t ManyBlocks = 1 << 16;

/// Gives each factor of an index another number; false if there is none.
bool spreadFactors(const TrialSpace &Space, Trial &T) {
  unsigned Spread = 0;
  for (auto [Slot, Number] : llvm::zip(Space.Integers, T.Integers))
    if (Slot.IsFactor)
      Number = 4 * Strides[Spread++ % std::size(Strides)];
  return Spread;
}

/// The best launch so far.
class BestBase {
public:
  explicit BestBase(Attempts &Trials) : Trials(Trials), Space(Trials.space()) {}

  bool isBase(Trial &T) {
    TrialResult R = Trials.attempt(T);
    IsTooLong = R.End == TrialEnd::TooLong;
    IsTooWide = IsTooLong || R.End == TrialEnd::OutOfBounds;
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
  bool isOver() const {
    return Trials.isOver() || (Weak && Base.Tiles >= 2 &&
                               Trials.nominalSeconds() > MostSecondsOfRace);
  }

  bool hasBase() const { return Weak && Base.Tiles >= 2; }

protected:
  Attempts &Trials;
  const TrialSpace &Space;
  BaseLaunch Base;
  bool Weak = false; ///< Base is legal, be it with less than two tiles
  bool IsTooLong = false, IsTooWide = false; ///< the latest trial
};

class BaseSearch : BestBase {
public:
  using BestBase::BestBase;

  FoundBase run() {
    const bool IsFound = findBase();
    return {IsFound ? std::optional(Base) : std::nullopt, Weak};
  }

private:
  Trial uniform(const BlockShape &Block, int64_t Size) const {
    Trial T;
    T.Block = Block;
    T.DynamicBytes = Space.DynamicBytes.front();
    T.FillValue = Size;
    for (const IntegerSlot &Slot : Space.Integers)
      T.Integers.push_back(Slot.IsBoolean ? 1 : Size);
    return T;
  }

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
          if (isOver())
            return hasBase();
          Trial T = uniform(Block, Size);
          T.Fill = Fill;
          if (isBase(T))
            return true;
          if (Space.Blocks.front() == Block && narrowBase(T))
            return true;
          // So many threads it can be: more tiles may be one number away.
          if (Weak && Base.Launch.Block == Block && !Grown.count(Block)) {
            Grown.insert(Block);
            if (growBase())
              return true;
          }
        }
      if (Size == Sizes[0] && plantBase())
        return true;
    }
    return hasBase();
  }

  /// What a launch runs of the kernel decides which blocks it can have.
  bool blockFor(const Trial &From) {
    for (const BlockShape &Block : Space.Blocks) {
      Trial T = From;
      T.Block = Block;
      if (isOver())
        return hasBase();
      if (isBase(T) || (Base.Tiles && Base.Launch.Block == Block && growBase()))
        return true;
    }
    return hasBase();
  }

  /// From the best launch so far: where the original compares an argument, what
  /// it is compared with takes its place, and buffers hold what is asked for. A
  /// launch that finds something equal that was not is the next to begin from.
  bool plantBase() {
    Trial From = Weak ? Base.Launch : uniform(Space.Blocks.front(), Sizes[0]);
    auto IsOver = [&] {
      return isOver() || Trials.nominalSeconds() > MostSecondsOfPlanting;
    };
    Trials.forgetCompared();
    Trials.attempt(From);
    for (bool IsNew = true; IsNew && !IsOver();) {
      IsNew = false;
      for (const Trial &T : Trials.planted(From)) {
        const size_t Before = Trials.equalities();
        Trial Now = T;
        if (IsOver() || isBase(Now))
          return hasBase();
        if (Trials.equalities() == Before || IsTooWide)
          continue;
        From = Now;
        IsNew = true;
        break;
      }
    }
    return hasBase() || (Trials.equalities() && blockFor(From));
  }

  /// From a launch under which the original takes too long, or needs more
  /// memory than it gets.
  bool narrowBase(const Trial &From) {
    const bool IsAlone =
        Space.UsesGridX && IsTooWide && From.FillValue == Sizes[0];
    return (IsAlone && isOneOfMany(From)) || (IsTooLong && shrinkBase(From));
  }

  /// Sizes are constants of the program, and the only block works its way
  /// through the whole result: one of many has less to do.
  bool isOneOfMany(Trial T) {
    T.Grid[0] = ManyBlocks;
    T.OneBlock = true;
    return !isOver() && isBase(T);
  }

  /// Fewer tiles.
  bool shrinkBase(const Trial &From) {
    for (unsigned I = 0; I < From.Integers.size(); ++I) {
      Trial T = From;
      T.Integers[I] /= 4;
      if (!isOver() && T.Integers != From.Integers && isBase(T))
        return true;
    }
    return false;
  }

  Trial larger(Trial T, int64_t Times) const {
    for (unsigned I = 0; I < T.Integers.size(); ++I)
      if (!Space.Integers[I].IsBoolean)
        T.Integers[I] *= Times;
    return T;
  }

  /// From a launch with tiles enough, under which threads meet: with factors
  /// apart, or the tiles that there must be, and everything else larger.
  bool clearBase() {
    const Trial From = Base.Launch;
    Trial Apart = From;
    if (spreadFactors(Space, Apart) && !isOver() && isBase(Apart))
      return true;
    const std::vector<Trip> Trips = findTrips(Trials, Base);
    for (int64_t Times : {2, 4}) {
      Trial T = larger(From, Times);
      for (const Trip &By : Trips)
        for (unsigned I : By.Slots)
          T.number(I) = By.valueFor(2);
      if (!isOver() && isBase(T))
        return true;
    }
    return false;
  }

  /// With every switch off, and everything else larger.
  bool unsetBase(const Trial &From) {
    Trial T = larger(From, 4);
    bool Any = false;
    for (unsigned I = 0; I < T.Integers.size(); ++I)
      if (Space.Integers[I].IsBoolean && T.Integers[I]) {
        T.Integers[I] = 0;
        Any = true;
      }
    return Any && !isOver() && isBase(T);
  }

  /// From a launch that is legal, with too few tiles, or with a race.
  bool growBase() {
    if (hasBase())
      return clearBase();
    const Trial From = Base.Launch;
    for (int64_t Times : {2, 4, 8, 64, 256, 1024, 4096}) {
      Trial T = larger(From, Times);
      if (!isOver() && isBase(T))
        return true;
    }
    if (hasBase())
      return clearBase();
    if (unsetBase(From))
      return true;
    for (unsigned I = 0; I < From.Integers.size(); ++I)
      for (int64_t Value : {From.Integers[I] * 4, int64_t(0),
                            From.Integers[I] / 4, int64_t(1)}) {
        Trial T = From;
        T.Integers[I] = Value;
        if (Trials.isOver())
          return false;
        if (T.Integers != From.Integers && isBase(T))
          return true;
      }
    // Tiles that the number of blocks decides, or that of the block: a row of
    // tiles for each, or for so many of them as the block has threads.
    for (uint32_t Blocks : {3, 8, 40, 136}) {
      Trial T = From;
      T.Grid[0] = Blocks;
      if (!Trials.isOver() && (Blocks < 10 || From.Block[0] < 2 * Blocks) &&
          isBase(T))
        return true;
    }
    return false;
  }

  std::set<BlockShape> Grown;
};

} // namespace

FoundBase findBase(Attempts &Trials) { return BaseSearch(Trials).run(); }

} // namespace pipeline_rewrite
