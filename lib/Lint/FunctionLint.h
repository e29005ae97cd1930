//===- FunctionLint.h - State shared by the rules of Lint -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Lint: one function under examination, and what may be asked of its
// expressions. Each rule is a function that may report.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_LINT_FUNCTIONLINT_H
#define PIPELINE_REWRITE_LINT_FUNCTIONLINT_H

#include "IR/Uniformity.h"
#include "Lint/HandPipeline.h"
#include "Lint/PipelineEvents.h"
#include "llvm/ADT/FoldingSet.h"

namespace pipeline_rewrite {

/// `base + Offset`, by Modulus if that is not 0; a constant has no base.
struct RingIndex {
  const clang::Expr *Base = nullptr;
  int64_t Offset = 0;
  uint64_t Modulus = 0;
};

class FunctionLint {
public:
  FunctionLint(const SourceUnit &Unit, const clang::FunctionDecl *Function,
               std::vector<LintFinding> &Findings)
      : Unit(Unit), Context(Unit.context()), Names(Function), Threads(Function),
        Findings(Findings) {}

  const SourceUnit &Unit;
  clang::ASTContext &Context;
  const FunctionNames Names;
  const Uniformity Threads;

  LintFinding &report(const clang::Stmt *At, std::string Message);
  RefusalNote note(const clang::Stmt *At, std::string Text) const {
    return {Unit.place(At->getBeginLoc()), std::move(Text)};
  }
  std::string spelling(const clang::Expr *E) const;

  bool areSame(const clang::Expr *A, const clang::Expr *B) const;
  std::optional<int64_t> constant(const clang::Expr *E) const;
  /// \p E as long as \p Block runs once; locals that keep their value are
  /// looked through. Nothing if its value may change meanwhile.
  std::optional<RingIndex> indexIn(const clang::Expr *E,
                                   const clang::CompoundStmt *Block) const;
  /// Do two accesses within one run of \p Block mean the same buffer, and how
  /// many tiles apart are they then? Nothing: perhaps not.
  std::optional<int64_t> distance(const SharedElement &A,
                                  const SharedElement &B,
                                  const clang::CompoundStmt *Block) const;

private:
  bool isStable(const clang::Stmt *S, const clang::CompoundStmt *Block) const;
  bool isFixed(const clang::Expr *E, const clang::CompoundStmt *Block) const;
  bool isFilledWhole(const clang::VarDecl *Array, bool IsRing,
                     const clang::CompoundStmt *Block) const;

  std::vector<LintFinding> &Findings;
};

/// "1 group", "2 groups".
inline std::string groups(unsigned Count) {
  return std::to_string(Count) + (Count == 1 ? " group" : " groups");
}

/// The variable that \p E, which may be nullptr, is but for casts.
const clang::VarDecl *variableIn(const clang::Expr *E);

// The rules.
void lintCopySizes(FunctionLint &Lint);
void lintBlock(FunctionLint &Lint, const clang::CompoundStmt *Block);
void lintConditionalCommit(FunctionLint &Lint, const clang::ForStmt *Loop);
void lintLead(FunctionLint &Lint, const clang::ForStmt *Loop);

} // namespace pipeline_rewrite
#endif
