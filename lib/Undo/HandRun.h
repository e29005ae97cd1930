//===- HandRun.h - Which tile each statement of a pipelined loop means ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a divided loop of so many tiles for one thread, where values are texts:
// a buffer holds the list of what was stored to it, with the counter's value in
// each. That two loops put the same text into the same computation is the proof
// that they compute the same.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_HANDRUN_H
#define PIPELINE_REWRITE_UNDO_HANDRUN_H

#include "Undo/HandLoop.h"

namespace pipeline_rewrite::undo {

/// A statement of the load side, as one that ran: what of it the plain loop
/// needs.
struct RunLoad {
  const clang::Stmt *S = nullptr;
  bool Fills = false; ///< a tile; else registers
};

struct HandTrace {
  /// What each statement of the computation finds in the tiles, in order.
  std::vector<std::string> Computed;
  std::string Wrong; ///< a race or a missing wait; else ""
  const clang::Stmt *At = nullptr;
  RefusalId Id = RefusalId::HandIndex;
  bool BarrierBefore = false;      ///< one was passed in front of the loop
  bool LoadsBehindBarrier = false; ///< and a load stands between them
  /// What the last iteration loaded, and the values where it did.
  std::vector<RunLoad> Loads;
  std::vector<
      std::pair<const clang::Stmt *, std::map<const clang::VarDecl *, Value>>>
      Values;
  std::vector<std::string> States; ///< where each iteration begins
};

/// \p Exist: the tiles of the loop; \p Most: iterations that are run.
HandTrace runLoop(const HandLoop &Loop, int Exist, int Most);

/// The iterations after which all that chooses buffers comes again, with those
/// before the first of them; nullopt: it does not, or not soon.
std::optional<int> turnsOf(const HandLoop &Loop);

/// Part of \p E that is the counter of another tile, the largest: where it
/// begins and ends, and whether it has the counter's type.
struct OtherTile {
  const clang::Expr *First, *Last;
  int Tile;
};
/// Of a statement of the loop, with the values where it ran. nullopt: it names
/// what is known of tiles in another way.
std::optional<std::vector<OtherTile>>
otherTiles(const HandLoop &Loop, const clang::Stmt *S,
           const std::map<const clang::VarDecl *, Value> &Held);

} // namespace pipeline_rewrite::undo
#endif
