//===- SharedState.h - What is known of a variable where a loop begins ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_SHAREDSTATE_H
#define PIPELINE_REWRITE_ANALYSE_SHAREDSTATE_H

#include "Analyse/LoopAnalysis.h"
#include "Ast/Counters.h"

namespace pipeline_rewrite {

/// How the loop moves a variable on, once in each iteration.
struct MovingVariable : VariableStep {
  std::optional<unsigned> Unit; ///< that does; nullopt: the increment
};

class SharedState {
public:
  explicit SharedState(const LoopAnalysis &A);

  bool isChangedInLoop(const clang::VarDecl *V) const;
  bool isNeverChanged(const clang::VarDecl *V) const;
  /// nullopt if it is changed in another way.
  std::optional<MovingVariable> movesOn(const clang::VarDecl *V) const;
  /// The `for` around \p At whose header alone changes \p V; nullptr if there
  /// is none.
  const clang::ForStmt *countedBy(const clang::VarDecl *V,
                                  const clang::Expr *At) const;
  /// All threads of a block have the same in \p V where the loop begins.
  bool isShared(const clang::VarDecl *V) const;
  /// The text in front of the loop can name \p V; \p Direct: its body does.
  bool isInReach(const clang::VarDecl *V, bool Direct) const;
  /// Only the loop changes \p V after its initialiser, and that was run for
  /// this time that the loop is.
  bool startsAtInit(const clang::VarDecl *V) const;
  /// What \p V, a pointer, was moved on by before the loop, `V += x` each, and
  /// is changed by nothing else outside the loop; nullopt if otherwise.
  std::optional<llvm::SmallVector<const clang::Expr *, 2>>
  movedBefore(const clang::VarDecl *V) const;
  bool isKernel() const;
  /// A place in the loop that names \p V.
  const clang::DeclRefExpr *nameInLoop(const clang::VarDecl *V) const;

private:
  bool isHeaderOf(const clang::VarDecl *V) const;
  bool canSayAgain(const clang::Expr *E) const;
  const LoopAnalysis &A;
  const clang::Stmt *const Body; ///< of the function
};

} // namespace pipeline_rewrite
#endif
