//===- ChosenBranch.h - The branch that an instance takes -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   if constexpr (Threads == 32) __syncwarp(); else __syncthreads();
//
// The text has both, an instance runs one of them. Clang drops the other one
// from its tree; the template's has it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_CHOSENBRANCH_H
#define PIPELINE_REWRITE_AST_CHOSENBRANCH_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <optional>

namespace pipeline_rewrite {

/// What runs of an `if` whose condition is a constant: the branch, or nullptr
/// where that is missing. Nothing for any other `if`.
std::optional<const clang::Stmt *> chosenBranch(const clang::IfStmt *If);

/// \p If of the instance \p F as the template has it; \p If itself where \p F
/// is no instance; nullptr if it is not found.
const clang::IfStmt *asWritten(const clang::IfStmt *If,
                               const clang::FunctionDecl *F);

/// `do … while (0)`, which macros write: what is in it runs once.
bool runsOnce(const clang::Stmt *S);

} // namespace pipeline_rewrite
#endif
