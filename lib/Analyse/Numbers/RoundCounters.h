//===- RoundCounters.h - What tells the rounds of loops -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ROUNDCOUNTERS_H
#define PIPELINE_REWRITE_ANALYSE_ROUNDCOUNTERS_H

#include "Analyse/Numbers/CopyLoop.h"
#include "Analyse/Numbers/ElementRules.h"

namespace pipeline_rewrite {

/// The variable of a loop, which has another value in each of its rounds.
struct RoundCounter {
  const clang::VarDecl *Var = nullptr;
  int64_t Step = 1;              ///< least distance of two values
  std::optional<int64_t> Spread; ///< most distance of two values
  const clang::Stmt *Loop = nullptr;
  bool Known = false; ///< equal for equal elements
};

/// The counters of loops, one in the other.
class RoundCounters {
public:
  /// \p Loops: outermost first.
  RoundCounters(const ElementRules &Rules,
                llvm::ArrayRef<const clang::Stmt *> Loops);

  std::vector<RoundCounter> All; ///< outermost first
  bool Understood = true;        ///< each loop has one

  /// The number of the counter that \p E names.
  std::optional<size_t> of(const clang::Expr *E) const;
  std::optional<int64_t> numberIn(const clang::Expr *E) const {
    return Rules.numberIn(E);
  }
  /// The same in all rounds of all the loops.
  bool isFixed(const clang::Expr *E) const;
  /// Without what keeps 32 bits, and with what a variable of the loops' bodies
  /// stands for.
  const clang::Expr *strip(const clang::Expr *E) const;
  const clang::ASTContext &context() const { return Context; }

private:
  void add(const clang::Stmt *Loop);
  void addFollowers(const clang::ForStmt &Loop);
  bool hasStep(const CopyLoop &C, RoundCounter &New) const;
  bool isWide(const clang::VarDecl *V) const;
  const clang::Expr *meaning(const clang::Expr *E) const;

  const ElementRules &Rules;
  const clang::ASTContext &Context;
  const clang::Stmt *Whole; ///< the outermost loop
  const Effects Changed;    ///< of all rounds
};

} // namespace pipeline_rewrite
#endif
