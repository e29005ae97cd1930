//===- UncompiledCode.h - What other builds compile around a loop ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   const float *p = A;
//   for (…) { … p += 64; }
//   #ifdef CHECK
//     printf("%d\n", int(p - A));   // another tile's value
//   #endif
//
// Another build gets the rewritten loop as well. Whatever it compiles within
// reach of the loop that this one does not must be harmless: in the function
// around it, in a statement of its computation, in the functions that it calls,
// and in other definitions of these and of the macros that they use. The text
// is all that there is of it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_UNCOMPILEDCODE_H
#define PIPELINE_REWRITE_ANALYSE_UNCOMPILEDCODE_H

#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/LoopFacts.h"
#include "Frontend/SourceUnit.h"
#include "Match/KLoop.h"
#include "Options/Refusal.h"

namespace pipeline_rewrite {

/// Refuses: conditional-compilation, where an #if that is no build word's (see
///          OtherBuilds) may be more than harmless;
///          early-exit, where its other branch may end threads before the loop.
std::optional<Refusal> refuseUncompiled(const KLoopSite &Site,
                                        llvm::ArrayRef<LoopFacts> Facts,
                                        const OtherBuilds &Builds,
                                        const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
