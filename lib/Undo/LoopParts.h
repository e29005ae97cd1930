//===- LoopParts.h - What each statement of a pipelined loop is for -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By its effects alone. Which tile a statement loads, and when, only a run
// tells: SymbolicRun.h.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_LOOPPARTS_H
#define PIPELINE_REWRITE_UNDO_LOOPPARTS_H

#include "Analyse/Memory/Effects.h"
#include "Match/KLoop.h"
#include <map>

namespace pipeline_rewrite {

enum class LoopPart {
  Barrier,
  Wait,    ///< or a commit: what only asynchronous copies need
  Hold,    ///< __syncwarp()
  Load,    ///< fills a tile
  Fetch,   ///< fills the registers that a load stores
  Step,    ///< counts, chooses a buffer, moves a pointer on, declares
  Compute, ///< all else
  Unknown  ///< copies in a way that is not understood
};

class LoopParts {
public:
  explicit LoopParts(const KLoop &K);

  LoopPart of(const clang::Stmt *S);
  const Effects &effectsOf(const clang::Stmt *S);
  bool isTile(const clang::VarDecl *V) const { return Tiles.contains(V); }
  const llvm::SmallSetVector<const clang::VarDecl *, 4> &tiles() const {
    return Tiles;
  }
  bool isRegister(const clang::VarDecl *V) const {
    return Registers.contains(V);
  }
  /// \p S writes to a tile.
  bool fillsTile(const clang::Stmt *S);

private:
  LoopPart classify(const clang::Stmt *S);
  void findTiles(llvm::ArrayRef<const clang::Stmt *> Leaves);

  EffectsCollector Collector;
  llvm::SmallSetVector<const clang::VarDecl *, 4> Tiles;
  llvm::SmallSetVector<const clang::VarDecl *, 4> Registers;
  std::map<const clang::Stmt *, Effects> Known;
};

/// `__pipeline_memcpy_async(to, from, bytes)`; nullptr if \p S is none.
const clang::CallExpr *asyncCopy(const clang::Stmt *S);
/// The first below \p S; nullptr if there is none.
const clang::CallExpr *findAsyncCopy(const clang::Stmt *S);
/// `__pipeline_commit()`, `__pipeline_wait_prior(n)`.
bool isCopyControl(const clang::Stmt *S);

} // namespace pipeline_rewrite
#endif
