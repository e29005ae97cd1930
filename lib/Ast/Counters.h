//===- Counters.h - How a loop counts -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one reading of what the header of a `for`, or a statement, does to a
// variable in each iteration.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_COUNTERS_H
#define PIPELINE_REWRITE_AST_COUNTERS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace pipeline_rewrite {

/// `V += Step`, `V -= Step`.
struct VariableStep {
  const clang::Expr *Step = nullptr; ///< nullptr: 1
  bool Down = false;
};

/// How \p E, or a part of it between commas, moves \p V on: `++V`, `V += x`,
/// `V = x + V`. nullopt if it changes V in another way, or twice.
std::optional<VariableStep> stepOf(const clang::Expr *E,
                                   const clang::VarDecl *V);

/// The variable that the header of \p For alone declares or sets: `int v = 0`,
/// `v = 0`; nullptr if there is none.
const clang::VarDecl *counterOf(const clang::ForStmt &For);

/// The header of \p For declares what it counts by.
bool declaresCounter(const clang::ForStmt &For);

/// The first value that the header of \p For gives \p V; nullptr if none.
const clang::Expr *startOf(const clang::ForStmt &For, const clang::VarDecl *V);

/// All of its function names \p V only in loops whose headers set it first,
/// none of which stands in another: no value of it leaves such a loop.
bool isOfLoopsAlone(const clang::VarDecl *V);

/// What \p V holds after \p For, whose header sets it, is no matter: it is
/// declared there, or isOfLoopsAlone().
bool isDeadAfter(const clang::ForStmt &For, const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
