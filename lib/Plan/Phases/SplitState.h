//===- SplitState.h - What the phases of a load slice are found from ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Plan. Both phases look at one list of statements, and fill one
// product: what the store phase needs of the registers, the issue phase loads.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_SPLITSTATE_H
#define PIPELINE_REWRITE_PLAN_SPLITSTATE_H

#include "Plan/Phases/LoadLeaves.h"
#include "Plan/Phases/LoadPhases.h"

namespace pipeline_rewrite {

struct SplitState {
  const LoadSlice &Slice;
  EffectsCollector &Collector;
  const clang::ASTContext &Context;
  /// The tiles that are filled through registers.
  const llvm::SmallPtrSetImpl<const clang::VarDecl *> &Registers;
  FindBlocks Blocks; ///< of the kernel's launches
  const OtherBuilds &Builds;
  Arms Guarded = Arms::Together;
  /// The statements of this part; null: all of the slice.
  const llvm::SmallPtrSetImpl<const clang::Stmt *> *Own = nullptr;
  /// Where Slice is of a function, how the loop comes to call it, outermost
  /// first.
  llvm::ArrayRef<const LoadCall *> Calls = {};
  std::vector<Leaf> Leaves = std::vector<Leaf>();
  /// Of the slice: findLoadSums().
  llvm::SmallSetVector<const clang::VarDecl *, 2> Sums =
      llvm::SmallSetVector<const clang::VarDecl *, 2>();
  /// Locals that cannot wait whole, for a value loaded later depends on them.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> NotHeld =
      llvm::SmallPtrSet<const clang::VarDecl *, 4>();
  LoadPhases Out = LoadPhases();

  /// \p L adds to a sum of what is loaded, in this part.
  bool isSum(const Leaf &L) const;
  void fail(RefusalId Id, std::string Detail, const clang::Stmt *Cause) {
    Out.CanSplit.also({Id, std::move(Detail), Cause->getBeginLoc()});
  }
  /// The call that \p L is, if its function stores to a tile.
  const CallPhases *storingCall(const Leaf &L) const;
  /// What waits whole for \p V; nullptr if it does not.
  const Fetch *findHeld(const clang::VarDecl *V) const;
  /// The declarations that \p L names, or a header around it, other than of
  /// variables that it reads: types, and if it is kept \p Whole, variables that
  /// it writes alone.
  llvm::SmallVector<const Leaf *, 2> unseenDeclarations(const Leaf &L,
                                                        bool Whole) const;
  /// \p T without names that the slice declares; null if it is a type that the
  /// slice declares.
  clang::QualType typeOutside(clang::QualType T) const;
  /// What the loop gives for a parameter; nullptr if it is none of Calls'.
  const clang::Expr *passed(const clang::ParmVarDecl *P) const;
  /// The loops around what waits in registers.
  llvm::SmallVector<CopyLoop, 2> copyLoops(const Leaf &L);
  /// What another build may make the number \p E begin below zero by: what is
  /// added to it or subtracted. A factor is believed to be none.
  std::optional<std::string> offsetOfBuild(const clang::Expr *E) const;
  /// One of them.
  CopyLoop copyLoop(const clang::ForStmt *For);
};

/// The store phase: what is stored, from registers, and what must wait in them.
void findStorePhase(SplitState &State);

/// The innermost loop of Phases.Open around \p L; nullptr if there is none.
const clang::ForStmt *openLoopOf(const LoadPhases &Phases, const Leaf &L);

/// What the rounds that do not wait in registers need beside what each of them
/// declares.
struct RestNeeds {
  llvm::SmallVector<const Leaf *, 2> Declarations;
  llvm::SmallSetVector<const clang::VarDecl *, 8> Variables;
};
RestNeeds needsOfRests(const SplitState &State);

/// Refuses loops of Out.Open whose further rounds cannot be copied on their
/// own: another half copies as well, or a round leaves something to the next.
void requireRests(SplitState &State);

/// The issue phase: asynchronous copies and reads into registers.
void findIssuePhase(SplitState &State);

} // namespace pipeline_rewrite
#endif
