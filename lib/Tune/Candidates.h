//===- Candidates.h - The texts that tuning compares ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plain text of a file and its rewrites in every form that applies, each
// text once.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_CANDIDATES_H
#define PIPELINE_REWRITE_TUNE_CANDIDATES_H

#include "Chain/UnitResult.h"
#include "Frontend/ParseSetup.h"
#include "Tune/TuneOptions.h"

namespace pipeline_rewrite {

struct Candidate {
  std::string
      Name; ///< "plain", "ldg-predicate", "cpasync-peel-rolled", "auto3-..."
  std::string Flags;             ///< options that give the same text again
  std::string Text;              ///< of the whole file
  std::string Hash;              ///< of Text
  std::vector<std::string> Also; ///< names of forms with the same text
  std::vector<LoopReport> Loops; ///< empty for "plain"
};

/// A form that gave no text of its own, for the report.
struct FormLeftOut {
  std::string Name, Why;
};

/// A header of the user's.
struct HeaderText {
  std::string Path; ///< absolute
  std::string Text;
};

struct CandidateSet {
  std::string File;           ///< as the user named it
  std::vector<Candidate> All; ///< the plain one first
  std::vector<FormLeftOut> LeftOut;
  std::vector<HeaderText> Headers; ///< what the file includes of the user's
  std::vector<std::string> Notes;
  /// madeProgram(), for a file that defines no main.
  std::string MadeProgram;
};

/// Rewrites a file in every variant, shape and number of stages, and each of
/// these with the K-loop rolled if it has a `#pragma unroll`. A variant, shape
/// or `unroll` that Opts asks for is the only one that is tried.
/// Fails: as rewriteUnit().
llvm::Expected<CandidateSet> makeCandidates(const ParseJob &Job,
                                            const Options &Opts,
                                            const TuneOptions &How);

/// A short hash of texts, each of which counts by itself.
std::string hashOf(llvm::ArrayRef<llvm::StringRef> Texts);

} // namespace pipeline_rewrite
#endif
