//===- AddToResult.h - What a result says of refused loops besides --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the driver. Each is a file of its own, which a line here names.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SEARCH_ADDTORESULT_H
#define PIPELINE_REWRITE_SEARCH_ADDTORESULT_H

#include "Chain/AnalysedUnit.h"
#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

// Advice.cpp. Refusals.def says which options may help. Whether one does is
// known when the chain has run with it.

/// Settles the advice of each refused loop. An option stays in it if with it,
/// and with what the next refusals advise, the loop is rewritten: then all of
/// them are named; --assume-noalias, which is true or not, also if something
/// else remains to be done, which is named. All others are left out.
///
/// Requires: Result is what became of \p Unit with \p Opts.
void followAdvice(UnitResult &Result, AnalysedUnit &Unit, const Options &Opts);

// UsualSizes.cpp. Nothing is written for sizes that nobody names.

/// Adds to the advice on loops of templates that nothing instantiates what
/// becomes of them with sizes that tiles often have: an instance with which the
/// loop is rewritten, or else what stands in the way of the first that
/// compiles.
void trySizes(UnitResult &Result, const SourceUnit &Unit, const ParseJob &Job,
              const Options &Opts);

// SourceFaults.cpp

/// Runs the kernels of loops that missing-barrier refuses, of loops under
/// whose kernel no launch was right, and of loops that are pipelined by hand,
/// as `check` does. What they do wrong is a warning of the result; whether
/// threads race is said in the refusal, and in LoopReport::ByHand what came of
/// it. Nothing changes where nothing could be run.
void findSourceFaults(UnitResult &Result, const SourceUnit &Unit,
                      const Options &Opts);

} // namespace pipeline_rewrite
#endif
