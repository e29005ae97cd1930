//===- Leak.h - Shared arrays that only their own function can reach ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LEAK_H
#define PIPELINE_REWRITE_ANALYSE_LEAK_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// True if \p Acc goes through a pointer that the function was given, and
/// cannot reach the shared memory that the loop writes.
bool missesSharedWrites(const LoopAnalysis &A, const Access &Acc);

/// The address of a shared array of the loop's function gets out of what is
/// followed by name: into memory, a number, an object, a lambda.
bool isLeaked(const LoopAnalysis &A, const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
