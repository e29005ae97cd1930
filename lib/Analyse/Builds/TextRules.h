//===- TextRules.h - Whether a loop's text is what its AST says -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_TEXTRULES_H
#define PIPELINE_REWRITE_ANALYSE_TEXTRULES_H

#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/LoopFacts.h"
#include "Frontend/SourceUnit.h"
#include "Match/CopyRegion.h"
#include "Match/KLoop.h"
#include "Options/Refusal.h"

namespace pipeline_rewrite {

/// Whether all that the kernel runs has a tree: nothing else can be asked of it
/// otherwise.
///
/// Refuses: errors-in-function.
std::optional<Refusal> refuseErrors(const KLoopSite &Site,
                                    const SourceUnit &Unit);

/// Rules about the text as a whole, for a loop that is known to be a K-loop.
///
/// Refuses: code-in-macro, included-again, conditional-compilation,
/// unknown-construct, and what every instance discards: early-exit,
/// unseen-reference.
std::optional<Refusal> refuseUnreadable(const KLoopSite &Site,
                                        llvm::ArrayRef<LoopFacts> Facts,
                                        const OtherBuilds &Builds,
                                        const SourceUnit &Unit);

/// Line of an #if, #else or #endif in a range; 0 if there is none.
unsigned conditionalDirective(clang::SourceRange R, const SourceUnit &Unit);

/// The same for a region that fills a tile, and for what runs before it.
std::optional<Refusal> refuseUnreadable(const CopyRegionSite &Site,
                                        const OtherBuilds &Builds,
                                        const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
