//===- VaryingValues.h - What differs from tile to tile -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_VARYINGVALUES_H
#define PIPELINE_REWRITE_ANALYSE_VARYINGVALUES_H

#include "Analyse/LoopAnalysis.h"
#include "Analyse/Slices/Scratch.h"

namespace pipeline_rewrite {

/// What differs from tile to tile, or between the tiles of two entries.
class VaryingValues {
public:
  /// What the loop itself changes from one iteration to the next.
  explicit VaryingValues(LoopAnalysis &A);

  /// And what may be another value when the loop is entered again.
  void addEntries();

  /// What is run again, with the loop in it: a loop around it, or the body of
  /// its function; nullptr if the loop is entered once.
  const clang::Stmt *around() const { return Around; }

  /// False if it is known already.
  bool add(const clang::VarDecl *V) { return Vars.insert(V).second; }

  /// A tile has other values in each iteration, and all shared memory when the
  /// loop is entered again; that \p Own is read is not meant.
  bool varies(const clang::Stmt *S, const clang::VarDecl *Own = nullptr) const;
  bool varies(const clang::ForStmt *For) const;

private:
  void addOutside(const Effects &E);
  /// Of each loop around it, what the rounds before may have changed.
  void addChangedAround(const clang::Stmt *S);
  /// By a lambda that holds the loop.
  bool isCaptured(const clang::VarDecl *V) const;

  LoopAnalysis &A;
  const ScratchVariables
      Scratch; ///< the loads give it a value before they read
  const clang::Stmt *Around = nullptr;
  bool IsCalledAgain = false;
  llvm::SmallPtrSet<const clang::VarDecl *, 16> Vars;
};

} // namespace pipeline_rewrite
#endif
