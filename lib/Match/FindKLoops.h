//===- FindKLoops.h - Parsed unit to loops with a barrier -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_MATCH_FINDKLOOPS_H
#define PIPELINE_REWRITE_MATCH_FINDKLOOPS_H

#include "Frontend/SourceUnit.h"
#include "Match/KLoop.h"
#include "llvm/Support/raw_ostream.h"

namespace pipeline_rewrite {

/// Finds every loop of the unit's subject that passes a block barrier, or waits
/// for a pipeline of the block, at its own nesting level.
///
/// Takes:  a parsed unit.
/// Gives:  one site per loop in source order, with the instances of templates.
/// Never:  asks what the statements mean.
/// Next:   analyseLoop() judges each instance.
std::vector<KLoopSite> findKLoops(const SourceUnit &Unit);

/// The headers, none of the system's, in which a unit about them finds loops;
/// each once, in the order of reading.
std::vector<clang::FileID> findHeadersWithLoops(const SourceUnit &Unit);

void print(llvm::raw_ostream &OS, const KLoopSite &Site,
           const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
