//===- PlainGuess.h - What plain loop a pipeline may be made of -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing rests on a guess: ProvePlain.h pipelines it again, and compares. So
// everything here goes by what a statement looks like.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_PLAINGUESS_H
#define PIPELINE_REWRITE_UNDO_PLAINGUESS_H

#include "Emit/EditSet.h"
#include "Frontend/SourceUnit.h"
#include "Match/KLoop.h"
#include "Options/Form.h"

namespace pipeline_rewrite {

/// A plain loop, as changes of the text of the pipelined one.
struct PlainGuess {
  EditSet Edits;
  // The form that made the pipeline of it, it seems.
  unsigned Stages = 1; ///< 1: a buffer in shared memory, and registers
  bool CopiesAsync = false, IsPeeled = false;
};

/// What else may be tried.
struct GuessChoices {
  bool KeepsInit = false;    ///< of the counter, in front of the loop
  bool AdvancesLast = false; ///< what loads advance, after the computation
  bool IsTernary = false;    ///< `if (a) t = b; else t = c;` as `t = a ? b : c`
};

/// Takes:    a loop that is pipelined.
/// Gives:    load, barrier, compute, barrier in the author's words, with a
///           barrier after the loads and one after the computation whatever the
///           pipeline has; nothing where no prologue is seen.
std::optional<PlainGuess> guessPlain(const KLoop &Loop, const SourceUnit &Unit,
                                     const GuessChoices &Choices);

/// The same of a pipeline that nobody's program wrote: the loads are those of
/// its body, of this tile instead of the next.
std::optional<PlainGuess> guessByHand(const KLoop &Loop,
                                      const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
