//===- Loops.h - Loops and labels of the language -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_LOOPS_H
#define PIPELINE_REWRITE_AST_LOOPS_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace pipeline_rewrite {

/// for, while, do, and for over a range.
bool isLoopStatement(const clang::Stmt *S);

/// What such a loop repeats; nullptr for all else.
const clang::Stmt *loopBody(const clang::Stmt *S);

/// The condition of a for, while or do; nullptr for all else and where it has
/// none.
const clang::Expr *loopCondition(const clang::Stmt *S);

/// A statement by which \p S may be left for another place than its end;
/// nullptr if there is none. \p ContinueStays, \p BreakStays: where these lead
/// outside of a loop or switch in \p S is no other place.
const clang::Stmt *findWayOut(const clang::Stmt *S, bool ContinueStays = false,
                              bool BreakStays = false);

/// A label in \p S, to which something may jump, forwards or back; nullptr if
/// there is none.
const clang::Stmt *findLabel(const clang::Stmt *S);

/// The body of `do { … } while (0)`, as macros are written that stand for a
/// statement: it runs once. Jumps out of it are as in any block that findJump()
/// is asked about, but that break and continue end it. nullptr for all else.
const clang::CompoundStmt *onceBlock(const clang::Stmt *S);

} // namespace pipeline_rewrite
#endif
