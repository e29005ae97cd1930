//===- Scratch.h - Variables that both halves write before reading --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_SCRATCH_H
#define PIPELINE_REWRITE_ANALYSE_SCRATCH_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// Variables declared outside the loop of which no value passes from the loads
/// to the computation, back, or to the next iteration.
using ScratchVariables = llvm::SmallSetVector<const clang::VarDecl *, 4>;
ScratchVariables findScratch(const LoopAnalysis &A);

/// The same but that the computation may read what the loads give: each
/// iteration has a value of its own.
bool isGivenEach(const LoopAnalysis &A, const clang::VarDecl *V);

/// The same of a register array or an object, asked of each byte of it.
bool isScratchByParts(const LoopAnalysis &A, const clang::VarDecl *V);

/// \p V is an object that a constructor which does something, or a member's own
/// value, may have told its address: it may have other names.
bool mayKeepItsAddress(const clang::VarDecl *V);

/// The computation of a k-step, \p Body, gives each byte of \p V a value before
/// it reads it: none passes from one step to the next.
bool isWrittenBeforeRead(const LoopAnalysis &A, const clang::VarDecl *V,
                         const clang::Stmt *Body);

} // namespace pipeline_rewrite
#endif
