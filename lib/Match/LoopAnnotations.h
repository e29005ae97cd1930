//===- LoopAnnotations.h - Options in comments on loops -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   // pipeline-rewrite: stages=3 variant=cpasync
//   for (int k0 = 0; k0 < K; k0 += BK) {
//
//   while (k < n) { // pipeline-rewrite: off
//
// A comment speaks of the loop on its own line, or, alone on its line, of the
// loop behind it with nothing but comments and directives between. It is
// nearest to the loop, and wins over the command line.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_MATCH_LOOPANNOTATIONS_H
#define PIPELINE_REWRITE_MATCH_LOOPANNOTATIONS_H

#include "Frontend/SourceUnit.h"
#include "Match/KLoop.h"
#include "llvm/ADT/DenseMap.h"

namespace pipeline_rewrite {

/// Something that the author of the source should know.
struct SourceWarning {
  /// Of the word, or of the comment.
  SourcePlace Place;
  std::string Message;
  /// Stable: this one is of a comment that says less than its author thinks;
  /// others are those of findIds().
  std::string Id = "loop-comment";
};

/// The comments of one source, by the loops that they speak of.
///
/// Takes:  a unit, its loops, and the options that hold for all of them.
/// Never:  fails. A word that cannot be followed is left out with a warning;
///         so is a comment without a loop.
class LoopAnnotations {
public:
  LoopAnnotations(const SourceUnit &Unit, llvm::ArrayRef<KLoopSite> Sites,
                  const Options &Opts);

  /// All loops' options, with what is said at this one.
  const Options &optionsFor(const KLoopSite &Site) const;
  /// Where the loop is declared to be left alone; nullptr if nowhere.
  const SourcePlace *offFor(const KLoopSite &Site) const;

  llvm::ArrayRef<SourceWarning> warnings() const { return Warnings; }

private:
  struct Wishes {
    Options Opts;
    std::optional<SourcePlace> Off;
  };
  const Wishes *find(const KLoopSite &Site) const;

  const Options &Common;
  llvm::DenseMap<unsigned, Wishes> ByOffset; ///< of the loop keyword
  std::vector<SourceWarning> Warnings;
};

} // namespace pipeline_rewrite
#endif
