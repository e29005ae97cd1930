//===- OnceBlock.h - do { … } while (0) is a block ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_ONCEBLOCK_H
#define PIPELINE_REWRITE_AST_ONCEBLOCK_H

#include "clang/AST/Stmt.h"

namespace pipeline_rewrite {

/// The body of `do { … } while (0)`, as macros are written that stand for a
/// statement: it runs once. Jumps out of it are as in any block that findJump()
/// is asked about, but that break and continue end it. nullptr for all else.
const clang::CompoundStmt *onceBlock(const clang::Stmt *S);

} // namespace pipeline_rewrite
#endif
