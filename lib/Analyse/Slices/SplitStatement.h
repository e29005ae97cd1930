//===- SplitStatement.h - One statement of both halves as two -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop or an if may fill a tile and give the computation values besides.
// Where nothing passes between the two, it is the same as one such statement
// for each.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_SPLITSTATEMENT_H
#define PIPELINE_REWRITE_ANALYSE_SPLITSTATEMENT_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// The parts that only fill tiles, or only do not, of unit number \p I: all of
/// the first may run before all of the others.
///
/// Gives: nullopt if that is not known, or no text can say it.
std::optional<StatementHalves> splitStatement(const LoopAnalysis &A,
                                              unsigned I);

} // namespace pipeline_rewrite
#endif
