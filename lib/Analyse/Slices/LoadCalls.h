//===- LoadCalls.h - Functions that fill tiles for the loop ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LOADCALLS_H
#define PIPELINE_REWRITE_ANALYSE_LOADCALLS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// The argument that says where a function stores its other arguments, if that
/// is all the function does: `store(&tile[i], value)`; nullptr for others.
const clang::Expr *findStoredArgument(LoopAnalysis &A,
                                      const clang::CallExpr *Call);
/// Finds the body of the function that \p C calls, or why it cannot be split
/// into a half that fetches and one that stores. \p Callers: the functions
/// between the loop and the call, the one that the loop calls first.
std::optional<Refusal>
findUnsplittable(LoopAnalysis &A, LoadCall &C,
                 llvm::ArrayRef<const LoadCall *> Callers);

} // namespace pipeline_rewrite
#endif
