//===- TileCopies.h - The passes for tiles that are loaded once -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Beside the loops' chain and in the same order: Match, Analyse, Plan, Emit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TILECOPIES_H
#define PIPELINE_REWRITE_TILECOPIES_H

#include "Chain/AnalysedUnit.h"
#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// Looks for tiles that a kernel of the main file fills once, outside any loop,
/// before a barrier, and copies them asynchronously where that is safe.
///
/// Gives: nothing unless Options::CopyOnce asks for it; else a report for each
///        such tile of the kernels that are selected, in source order. With
///        Options::Loops none is. In \p Fault a bug of ours.
std::optional<std::vector<TileCopyReport>>
rewriteTileCopies(AnalysedUnit &Analysed, const Options &Opts,
                  std::optional<std::string> &Fault);

} // namespace pipeline_rewrite
#endif
