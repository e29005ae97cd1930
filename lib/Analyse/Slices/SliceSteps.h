//===- SliceSteps.h - What is asked while a loop is sliced ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse. Each question is answered in a file of its own, which a
// line here names.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_SLICES_SLICESTEPS_H
#define PIPELINE_REWRITE_ANALYSE_SLICES_SLICESTEPS_H

#include "Analyse/LoopAnalysis.h"
#include "Analyse/Slices/Scratch.h"

namespace pipeline_rewrite {

// Copies.cpp

/// Why the loads cannot have a copy of \p V that the text names in its place.
std::optional<Refusal> findUncopyable(const LoopAnalysis &A,
                                      const clang::VarDecl *V);

// LoadUpdates.cpp

/// LoopUnit::Advance and Opening of the load side's updates, where \p LastFill
/// is the last unit that stores to a tile.
void markUpdates(LoopAnalysis &A, const ScratchVariables &Scratch,
                 unsigned LastFill);

// SplitStatement.cpp. A loop or an if may fill a tile and give the computation
// values besides. Where nothing passes between the two, it is the same as one
// such statement for each.

/// The parts that only fill tiles, or only do not, of unit number \p I: all of
/// the first may run before all of the others.
///
/// Gives: nullopt if that is not known, or no text can say it.
std::optional<StatementHalves> splitStatement(const LoopAnalysis &A,
                                              unsigned I);

} // namespace pipeline_rewrite
#endif
