//===- TileCounts.h - Which numbers decide how many tiles there are -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles are counted over the whole launch. Where a loop runs once for each of
// several rounds, the rounds are made few before its own length is varied: a
// launch of 512 tiles says little about the ends of a loop.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTION_TILECOUNTS_H
#define PIPELINE_REWRITE_EXECUTION_TILECOUNTS_H

#include "Execution/Attempts.h"

namespace pipeline_rewrite {

/// A launch that the original runs under.
struct BaseLaunch {
  Trial Launch;
  uint64_t Tiles = 0;
  bool IsRacy = false;
};

/// Numbers that decide how many tiles there are, and how: all of Slots are set
/// to one value.
struct Trip {
  std::vector<unsigned> Slots; ///< as Trial::number() has them
  BaseLaunch From;             ///< everything else
  int64_t More = 1;            ///< added to the value in From makes
  int64_t MoreTiles = 1;       ///< so many tiles more; below 0: less
  /// Other numbers that decide tiles, and are smaller in From than they were.
  std::vector<unsigned> Reduced;

  int64_t value() const { return From.Launch.number(Slots.front()); }
  /// Tiles that one more makes; at least 1.
  uint64_t tilesOfOne() const;
  int64_t valueFor(uint64_t Tiles) const;
  Trial with(int64_t Value) const;
};

/// Each number that decides tiles by itself, else all of them together.
std::vector<Trip> findTrips(Attempts &Trials, const BaseLaunch &Base);

/// \p Of with every other of \p Trips as small as the original allows, and two
/// tiles left.
Trip isolated(Attempts &Trials, const Trip &Of, const std::vector<Trip> &Trips);

} // namespace pipeline_rewrite
#endif
