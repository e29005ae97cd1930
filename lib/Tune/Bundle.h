//===- Bundle.h - Candidates for another machine --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder with the candidates and a script that builds and runs them, and the
// way back of what it measured. The other machine needs bash, coreutils and
// the user's own tools.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_BUNDLE_H
#define PIPELINE_REWRITE_TUNE_BUNDLE_H

#include "Tune/Candidates.h"
#include "Tune/Measurements.h"

namespace pipeline_rewrite {

/// Writes DIR/run.sh, its settings, and below DIR/source for each candidate a
/// copy of the source, the user's headers and what How.With names, at their
/// places in the working directory.
/// Gives: notes for the user, as headers that are not in the bundle.
/// Fails: the folder cannot be written.
llvm::Expected<std::vector<std::string>> writeBundle(llvm::StringRef Folder,
                                                     const CandidateSet &Set,
                                                     const TuneOptions &How);

/// What a bundle's script measured.
struct ImportedResults {
  Measurements Seen;
  TuneOptions How; ///< that the bundle was made with
};

/// Reads the JSON of a bundle's script, and judges it as measure() would have.
/// MinGain is that of \p How.
/// Fails: no such file or form; it is of other texts than those of the set; the
///        plain program failed there.
llvm::Expected<ImportedResults> importResults(llvm::StringRef File,
                                              const CandidateSet &Set,
                                              const TuneOptions &How);

} // namespace pipeline_rewrite
#endif
