//===- PassedStart.h - Copy loops that start where a caller says ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `load(tile, A, threadIdx.x)` with a copy loop `for (i = t; i < N; i += 256)`
// in the function: that it starts at no negative number is seen at the call.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_PASSEDSTART_H
#define PIPELINE_REWRITE_ANALYSE_PASSEDSTART_H

#include "Analyse/Numbers/CopyLoop.h"

namespace pipeline_rewrite {

/// What a parameter is given by the one call that is asked about; nullptr if
/// that is not known.
using PassedValues =
    llvm::function_ref<const clang::Expr *(const clang::ParmVarDecl *)>;

/// describeCopyLoop() of a loop in a function that is called.
CopyLoop describeCopyLoop(const clang::ForStmt *For,
                          const clang::ASTContext &Context,
                          PassedValues Passed);

} // namespace pipeline_rewrite
#endif
