//===- CanWait.h - Which values may wait in a register --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_CANWAIT_H
#define PIPELINE_REWRITE_PLAN_CANWAIT_H

#include "clang/AST/ASTContext.h"

namespace pipeline_rewrite {

/// `T v = g;` may become `T r; r = g;` and a use of r: T has a default
/// constructor and an assignment, neither of which does more than to set the
/// object.
bool canWait(clang::QualType T, const clang::ASTContext &Context);

/// `T r;` does no more than to set the object, or nothing.
bool hasPlainStart(clang::QualType T, const clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
