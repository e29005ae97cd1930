//===- ConditionalCode.h - #if inside a loop ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (int j = 0; j < 64; ++j) {
//     sum += As[j];
//   #if WITH_DEPTH
//     depth += sum * weight;
//   #endif
//   }
//
// Another build lacks the statements of the branch that is compiled here, and
// has those of another one, of which there is no tree. Both must be harmless:
// such a build gets the same new text.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_CONDITIONALCODE_H
#define PIPELINE_REWRITE_ANALYSE_CONDITIONALCODE_H

#include "Analyse/LoopFacts.h"
#include "Frontend/SourceUnit.h"
#include "Match/KLoop.h"
#include "Refusal.h"

namespace pipeline_rewrite {

/// The line of the first #if, #else or #endif in the text of \p R; 0 if there
/// is none.
unsigned findConditional(clang::SourceRange R, const SourceUnit &Unit);

/// Accepts an #if of which each branch is a row of whole statements of one
/// block inside one statement of the computation. What is compiled writes
/// neither shared memory nor what the loads and the header know, and has no
/// barrier. What is not compiled names the thread's own numbers and constants
/// alone, of which the loads and the header know none, and pure functions.
///
/// Refuses: conditional-compilation.
std::optional<Refusal> refuseConditional(const KLoopSite &Site,
                                         llvm::ArrayRef<LoopFacts> Facts,
                                         const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
