//===- Comparison.h - The steps of a pipeline beside those of a plain loop ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_COMPARISON_H
#define PIPELINE_REWRITE_UNDO_COMPARISON_H

#include "Chain/UnitResult.h"
#include "Frontend/SourceUnit.h"
#include "Undo/LoopTrace.h"

namespace pipeline_rewrite::undo {

/// A step of the pipeline as one of the schedule's.
struct ReplayStep {
  enum KindOf { Fill, Read, Barrier, Commit, Wait } Kind = Barrier;
  int Tile = 0; ///< Fill: after this one; in front of the loop, its number
  unsigned Buffer = 0, Prior = 0;
  bool IsCopy = false;
  std::vector<std::string> Under;
};

/// What a value that waits in a register is read by, is how it was loaded.
std::string asLoad(std::string Words);

class Comparison {
public:
  Comparison(const KLoop &P, const SourceUnit &Is, const KLoop &X,
             const SourceUnit &Guess, llvm::ArrayRef<TileOutcome> Made)
      : P(P), X(X), Is(Is), Guess(Guess), Made(Made) {}

  std::optional<std::string> run();

private:
  bool fail(const llvm::Twine &What);

  /// All but the function's body, to the byte.
  bool isTextSame();
  bool findRings();

  /// Loads, a barrier, the computation, a barrier.
  bool takePlain(LoopTrace &Plain);

  using Steps = std::vector<TraceStep>;
  static bool isNothing(const TraceStep &S) { return S.Declares; }

  static std::pair<Steps, Steps> split(const Steps &All);

  /// Conditions by which the pipeline may ask for tiles.
  TileTests tests(LoopTrace &Plain, const Polynomial *I, int64_t Residue);

  /// Code in front that writes local variables at most.
  static bool isHarmless(const TraceStep &S);
  bool areFrontsSame(LoopTrace &Plain, LoopTrace &Piped);

  /// A step of the pipeline, as its author reads it.
  std::string shown(const TraceStep &S) const;
  bool takeLoad(const TraceStep &S, llvm::function_ref<Steps(int)> At,
                int First, std::vector<ReplayStep> &Into, bool &IsLoad);
  static void takeOther(const TraceStep &S, std::vector<ReplayStep> &Into);
  bool readBody(LoopTrace &Plain, LoopTrace &Piped, int64_t R);
  bool isRestSame(const LoopTrace &Plain, const LoopTrace &Piped);
  bool holds(const ReplayStep &S, int Base, int Tiles) const;
  bool replay(int Tiles);
  const KLoop &P, &X;
  const SourceUnit &Is, &Guess;
  const llvm::ArrayRef<TileOutcome> Made;
  int64_t Modulus = 1;
  CodeWords::Variables Rings;
  std::optional<std::string> Why;
  bool IsMonotone = false, Copies = false, Stores = false;
  std::vector<ReplayStep> Before;
  std::vector<std::vector<ReplayStep>> Bodies;
  std::optional<std::pair<int, Steps>> Open; ///< a tile that is being loaded
  size_t Filled = 0;                         ///< of its steps
};

} // namespace pipeline_rewrite::undo
#endif
