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
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

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

/// A text with a `main` at file scope, whatever is conditional in it.
bool definesMain(llvm::StringRef Text);

/// Fills in the commands that the user has not given: the file is a program,
/// or is made one of, which nvcc builds with the flags of its command, and
/// which runs without arguments.
///
/// Takes: the architectures to build for; none: that of the GPU here.
/// Fails: there is no nvcc, or the text has no `main` and nothing that one
///        could call.
llvm::Error addDefaultCommands(TuneOptions &How, const ParseJob &Job,
                               const CandidateSet &Set,
                               llvm::ArrayRef<std::string> Archs);

class SourceUnit;

/// What stands behind the text of a file to make a program of it: calls of the
/// functions that launch its kernels, with made-up arguments of one size. A
/// kernel that nothing in the file launches is launched with the block shape
/// that it was run with (LoopExecution::Block).
///
/// Takes: the loops of a rewrite of the file.
/// Gives: empty if nothing can be called so: templates, methods, overloaded
///        functions, and parameters other than numbers and pointers to values.
std::string madeProgram(const SourceUnit &Unit,
                        llvm::ArrayRef<LoopReport> Loops);

} // namespace pipeline_rewrite
#endif
