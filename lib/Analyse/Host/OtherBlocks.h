//===- OtherBlocks.h - What reads memory that other blocks write ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_OTHERBLOCKS_H
#define PIPELINE_REWRITE_ANALYSE_OTHERBLOCKS_H

#include "clang/AST/Expr.h"
#include <optional>

namespace pipeline_rewrite {

/// The sign of what an atomic adds to its number, if that is known not to be 0:
/// whoever asks again and again gets another answer, as one who takes tickets
/// does.
std::optional<int> addedBy(const clang::CallExpr *Call);

/// \p S by itself reads what other blocks write, as it is at that moment.
bool isPoll(const clang::Stmt *S);

/// A wait for another block without a loop of the language's.
bool isWholeWait(const clang::Stmt *S);

/// \p S by itself reads the value of an object in memory that others may write,
/// or copies it, or hands it over.
bool readsMemory(const clang::Stmt *S);

/// One of isPoll() and readsMemory().
bool pollsOrReads(const clang::Stmt *S);

} // namespace pipeline_rewrite
#endif
