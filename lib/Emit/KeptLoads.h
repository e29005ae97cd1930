//===- KeptLoads.h - What of the load slice belongs to a phase ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_KEPTLOADS_H
#define PIPELINE_REWRITE_EMIT_KEPTLOADS_H

#include "Emit/LoadText.h"

namespace pipeline_rewrite {

class KeptLoads {
public:
  KeptLoads(const LoadText &T, LoadPhase Phase) : T(T), Phase(Phase) {}

  /// True if anything of \p S belongs to this phase.
  bool isKept(const clang::Stmt *S) const;
  /// A statement without statements of its own.
  static bool isLeaf(const clang::Stmt *S);
  bool isAsync(const TileStore &S) const {
    return T.Plan.findTile(S.Tile)->Copy == CopyKind::Async;
  }
  bool hasFetch(const clang::Stmt *S) const { return fetchesOf(S) > 0; }
  /// A fetch of \p Leaf reads a variable that the statement itself changes.
  bool readsOwnResult(const clang::Stmt *Leaf) const;
  /// \p S becomes several statements.
  bool becomesSeveral(const clang::Stmt *S) const;
  /// A declaration among the statements must not reach the rest of the body.
  bool declares() const;

private:
  bool isLeafKept(const clang::Stmt *S) const;
  unsigned fetchesOf(const clang::Stmt *S) const;
  bool isReplacedLocal(const clang::Stmt *S) const;
  bool isBypassed(const clang::Stmt *S) const;

  const LoadText &T;
  const LoadPhase Phase;
};

} // namespace pipeline_rewrite
#endif
