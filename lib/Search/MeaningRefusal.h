//===- MeaningRefusal.h - Loops whose text would mean another thing -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_MEANINGREFUSAL_H
#define PIPELINE_REWRITE_MEANINGREFUSAL_H

#include "Chain/Chain.h"
#include "Validate/Meaning/CompareMeaning.h"

namespace pipeline_rewrite {

/// Leaves alone what brings a difference of names: the loop or tile whose edit
/// it is, else all whose edits surround the place, else all.
///
/// Gives:   false if there was nothing to leave alone.
/// Refuses: meaning-changes.
bool refuseChanged(const MeaningDifference &D, std::deque<LoopRun> &Runs,
                   std::optional<std::vector<TileCopyReport>> &Copies,
                   const SourceUnit &Unit);

/// Other forms of loops whose text cannot be written, or would mean another
/// thing: it is other text in another form, or lands elsewhere.
class MeaningTries {
public:
  /// Gives each such loop its next form in \p Feedback; if there is none, drops
  /// it for the reason that stood against its first one.
  /// Gives: false if no loop is to be written in another form.
  bool giveNext(const Chain &Passes, const std::deque<LoopRun> &Runs,
                CompilerFeedback &Feedback);

private:
  struct Tries {
    Refusal First; ///< what stands against the first form
    std::vector<Options> Others;
    size_t Tried = 0; ///< of the others
  };
  std::map<unsigned, Tries> ByOffset;
};

} // namespace pipeline_rewrite
#endif
