//===- CheckSchedule.cpp - A schedule does what the source did ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/CheckSchedule.h"
#include "Schedule/Replay.h"

namespace pipeline_rewrite {

std::optional<std::string> checkSchedule(const LoopSchedule &S,
                                         const ScheduleInput &In) {
  const unsigned Fewest = In.Header.TestFirst ? 0 : 1;
  const unsigned Most = 2 * S.stages() + 1;
  for (unsigned Tiles = Fewest; Tiles <= Most; ++Tiles) {
    if (std::string Why = Replay(S, In, Tiles).run(); !Why.empty())
      return Why;
    for (unsigned Tile = 0; Tile < Tiles; ++Tile)
      for (unsigned I = 0; I < In.Units.size(); ++I)
        if (In.Units[I].MayExit)
          if (std::string Why =
                  Replay(S, In, Tiles).run(Event{Tile, I, false, false});
              !Why.empty())
            return Why + ", left in tile " + std::to_string(Tile);
  }
  return std::nullopt;
}

std::optional<std::string> checkCopyOnce(const LoopSchedule &S) {
  ScheduleInput In;
  In.Units = S.Units;
  In.LoadBarrier = In.TrailingBarrier = 1;
  In.Stages = 1;
  In.Copies = true;
  if (std::string Why = Replay(S, In, /*Tiles=*/1).run(); !Why.empty())
    return Why;
  return std::nullopt;
}

} // namespace pipeline_rewrite
