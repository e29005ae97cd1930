//===- Copies.h - Variables of which the loads can have a copy ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_COPIES_H
#define PIPELINE_REWRITE_ANALYSE_COPIES_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// Why the loads cannot have a copy of \p V that the text names in its place.
std::optional<Refusal> findUncopyable(const LoopAnalysis &A,
                                      const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
