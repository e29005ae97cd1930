//===- ProvePlain.h - The plain loop, pipelined again, is the pipeline ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_PROVEPLAIN_H
#define PIPELINE_REWRITE_UNDO_PROVEPLAIN_H

#include "Chain/AnalysedUnit.h"
#include "Undo/PlainGuess.h"
#include "Validate/Meaning/Meaning.h"

namespace pipeline_rewrite {

struct PlainDoubt {
  std::string Why;
  unsigned EqualTo = 0; ///< an offset in P
};

/// A text with a pipeline, and what it means.
class PipelinedText {
public:
  explicit PipelinedText(const SourceUnit &Unit)
      : Unit(Unit), Means(readMeaning(Unit)) {}
  const SourceUnit &unit() const { return Unit; }
  llvm::StringRef text() const { return Unit.text(); }
  const Meaning &meaning() const { return Means; }

private:
  const SourceUnit &Unit;
  const Meaning Means;
};

/// Proves forwards what was guessed backwards.
///
/// The chain (Analyse, Plan, Schedule, Emit, Validate) rewrites the plain loop
/// in the form that the pipeline seems to have, and in the few like it. The
/// guess is right if one of these texts is the pipeline: the same tokens and
/// trees, but for names that a function declares for itself. Then all that the
/// chain asks of the plain loop, of fills, aliases, names, numbers and other
/// builds, is the proof of the step back. Nothing that a user gives his word
/// for is taken, nor a test at run time.
///
/// The chain's promise holds where the plain loop X is defined. It is wherever
/// the pipeline P is:
///
/// - X makes the accesses of P to global memory, each in the iteration of its
///   tile, and no more: P loads each tile that exists once. It evaluates the
///   same conditions and advances the same variables, not a tile further.
/// - X has a barrier after the loads of each tile and one after its
///   computation (guessPlain() writes both whatever P has). P has at most a
///   barrier between the loads of two tiles and between two computations. So
///   what X leaves unordered is within the loads of one tile, within the
///   computation of one, or between the first loads and what stands in front
///   of the loop, or the code around; P leaves the same unordered. No race is
///   in X that is not in P.
/// - Whether an element of X's one buffer that a tile leaves alone is one that
///   P reads from another buffer is asked by the chain (Stale.cpp): it would
///   not give that tile two.
///
/// So a barrier of X is never left out because P lacks it, and a loop with its
/// barrier in front of the loads is given back with the barrier at the end and
/// another in front of the loop, if P has that.
///
/// Where the chain's text is another one, the pipeline may be by hand:
/// HandProof.h.
///
/// Takes:    the text of P; the loop in the text that the user wrote, which has
///           the same number in both; the text with the guess at it.
/// Gives:    nothing if it is proven: the unit with the plain loop in \p Plain;
///           else why not, with how much of the file was equal.
std::optional<PlainDoubt>
provePlain(const PipelinedText &P, const KLoopSite &Site,
           llvm::StringRef PlainText, const PlainGuess &Guess,
           const Options &Opts, std::unique_ptr<SourceUnit> &Plain);

} // namespace pipeline_rewrite
#endif
