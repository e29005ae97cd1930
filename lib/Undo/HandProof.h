//===- HandProof.h - A pipeline by hand does what a plain loop does -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_HANDPROOF_H
#define PIPELINE_REWRITE_UNDO_HANDPROOF_H

#include "Chain/UnitResult.h"
#include "Frontend/SourceUnit.h"
#include "Match/KLoop.h"

namespace pipeline_rewrite::undo {

/// Proves that a loop that loads tiles ahead does what a plain one does, whose
/// loads the chain may move ahead of the computation before them.
///
/// Both are read in a closed language (ReadTerms.h, ClosedCode.cpp), in which
/// values are terms (Terms.h). Then
///
/// - each store to a tile has the place and the value that the plain loop's has
///   in that tile's iteration, and all of a tile's are there, in their order;
/// - the computation is the same code in the same order, and what it reads of
///   other variables has the same terms;
/// - loops of 0 to 2 * buffers + 2 tiles, replayed as checkSchedule() does,
///   read each tile in the buffer that it was loaded into, after its barrier,
///   and overwrite none before its last reader's;
/// - both loops end after the same tile, and all else of the function, and of
///   the file, is the same code.
///
/// Takes:    the pipeline and its unit, the plain loop and its unit, and what
///           its tiles became when the chain pipelined it: no less was proven.
/// Gives:    nothing if it is proven; else why not.
std::optional<std::string>
findOtherSteps(const KLoop &Pipeline, const SourceUnit &Is, const KLoop &Plain,
               const SourceUnit &Guess, llvm::ArrayRef<TileOutcome> Made);

} // namespace pipeline_rewrite::undo
#endif
