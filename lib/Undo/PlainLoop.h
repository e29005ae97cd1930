//===- PlainLoop.h - A recognised pipeline written as a plain loop --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_UNDO_PLAINLOOP_H
#define PIPELINE_REWRITE_UNDO_PLAINLOOP_H

#include "Emit/EditSet.h"
#include "Undo/RecognisePipeline.h"

namespace pipeline_rewrite {

/// Whose text the plain loop's loads have.
enum class LoadsOf {
  Loop,    ///< the loop's own, for a tile ahead
  Prologue ///< what loads the first tile
};

/// Writes load, barrier, compute, barrier, in the author's words.
///
/// Takes:    a recognised loop.
/// Gives:    edits: the loop's body, no prologue, tiles with one buffer.
/// Refuses:  pipeline-used-outside, pipeline-not-recognised, code-in-macro.
/// Never:    proves that the text is right: comparePlain() does.
std::variant<EditSet, Refusal>
writePlainLoop(const FoundPipeline &Of, const SourceUnit &Unit, LoadsOf From);

/// Runs both loops with symbols, for each number of tiles up to twice the
/// buffers and some.
///
/// Gives:   nothing if the computations see the same in each iteration, and
///          leave the same behind.
/// Refuses: pipeline-differs, pipeline-not-recognised.
std::optional<Refusal> comparePlain(const FoundPipeline &Of,
                                    const SourceUnit &Unit, const KLoop &Plain,
                                    const SourceUnit &New);

} // namespace pipeline_rewrite
#endif
