//===- TileCounts.cpp - Which numbers decide how many tiles there are -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/TileCounts.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

namespace pipeline_rewrite {

uint64_t Trip::tilesOfOne() const {
  return std::max<int64_t>(1, std::abs(MoreTiles) / std::abs(More));
}

int64_t Trip::valueFor(uint64_t Tiles) const {
  return value() + (int64_t(Tiles) - int64_t(From.Tiles)) * More / MoreTiles;
}

Trial Trip::with(int64_t Value) const {
  Trial T = From.Launch;
  for (unsigned I : Slots)
    T.number(I) = Value;
  return T;
}

/// The trip if \p Other in place of the number of \p From gives other tiles.
static bool changesTiles(Trip &Found, int64_t Other, const TrialResult &R) {
  Found.More = Other - Found.value();
  Found.MoreTiles = int64_t(R.Tiles) - int64_t(Found.From.Tiles);
  return Found.MoreTiles != 0;
}

static std::optional<Trip> findTrip(Attempts &Trials, const BaseLaunch &Base,
                                    std::vector<unsigned> Slots) {
  Trip Found;
  Found.Slots = std::move(Slots);
  Found.From = Base;
  for (int64_t Other : {Found.value() / 2, Found.value() * 2}) {
    Trial T = Found.with(Other);
    if (Trials.isOver() || Other == Found.value())
      return std::nullopt;
    TrialResult R = Trials.attempt(T);
    if (!R.isLegal())
      continue;
    return changesTiles(Found, Other, R) ? std::optional(Found) : std::nullopt;
  }
  return std::nullopt;
}

static std::optional<Trip> findFarTrip(Attempts &Trials, const BaseLaunch &Base,
                                       unsigned Slot) {
  Trip Found;
  Found.Slots = {Slot};
  Found.From = Base;
  for (int64_t Times : {8, 64}) {
    Trial T = Found.with(Found.value() * Times);
    if (Trials.isOver() || !Found.value())
      return std::nullopt;
    TrialResult R = Trials.attempt(T);
    if (R.isLegal() && changesTiles(Found, Found.value() * Times, R))
      return Found;
  }
  return std::nullopt;
}

std::vector<Trip> findTrips(Attempts &Trials, const BaseLaunch &Base) {
  std::vector<Trip> Trips;
  std::vector<unsigned> All;
  for (unsigned I = 0; I < Trials.space().Integers.size(); ++I)
    if (!Trials.space().Integers[I].IsBoolean)
      All.push_back(I);
  auto Each = All;
  if (Base.Launch.Fill != IndexFill::Small)
    Each.push_back(Base.Launch.Integers.size());
  for (unsigned I : Each)
    if (auto Found = findTrip(Trials, Base, {I}))
      Trips.push_back(std::move(*Found));
  // The least of two, say.
  if (Trips.empty() && All.size() > 1)
    if (auto Found = findTrip(Trials, Base, All))
      Trips.push_back(std::move(*Found));
  // Tiles enough because the loop runs often: its own may be one each time.
  for (unsigned I : Each)
    if (Trips.empty())
      if (auto Found = findFarTrip(Trials, Base, I))
        Trips.push_back(std::move(*Found));
  return Trips;
}

/// True if one of a few small numbers in place of \p Slots leaves \p Base fewer
/// tiles, two at least.
static bool reduce(Attempts &Trials, BaseLaunch &Base,
                   llvm::ArrayRef<unsigned> Slots) {
  const int64_t Before = Base.Launch.number(Slots.front());
  for (int64_t Value : {int64_t(1), int64_t(2), int64_t(3), Before / 8,
                        Before / 4, Before / 2}) {
    Trial T = Base.Launch;
    for (unsigned I : Slots)
      T.number(I) = Value;
    if (Trials.isOver() || Value < 1 || Value >= Before)
      return false;
    TrialResult R = Trials.attempt(T);
    if (!R.isLegal() || R.Tiles < 2 || R.Tiles >= Base.Tiles ||
        (R.IsRacy && !Base.IsRacy))
      continue;
    Base = {T, R.Tiles, R.IsRacy};
    return true;
  }
  return false;
}

Trip isolated(Attempts &Trials, const Trip &Of,
              const std::vector<Trip> &Trips) {
  BaseLaunch Base = Of.From;
  std::vector<unsigned> Reduced;
  for (const Trip &Other : Trips)
    if (Other.Slots != Of.Slots && reduce(Trials, Base, Other.Slots))
      llvm::append_range(Reduced, Other.Slots);
  if (Reduced.empty())
    return Of;
  auto Found = findTrip(Trials, Base, Of.Slots);
  if (!Found)
    return Of;
  Found->Reduced = std::move(Reduced);
  return *Found;
}

} // namespace pipeline_rewrite
