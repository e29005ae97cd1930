//===- KeepForms.h - What later runs are to know of a tuning --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_KEEPFORMS_H
#define PIPELINE_REWRITE_TUNE_KEEPFORMS_H

#include "Options/TunedForms.h"
#include "Tune/TuneReport.h"

namespace pipeline_rewrite {

/// Of each kernel that a candidate changes: the form of the fastest candidate,
/// or that none was faster. Nothing where \p Opts left only some loops or forms
/// in the race, or where the fastest leaves the kernel alone and another does
/// not.
/// \p Archs: that the user or the file's command has named.
std::vector<TunedForm> tunedForms(const TuneOutcome &Outcome,
                                  const Options &Opts,
                                  llvm::ArrayRef<std::string> Archs);

/// Adds to the file that Options::TunedFile means for this source, or makes
/// one beside the source. What it has of the same kernel, GPU and architectures
/// is replaced.
/// Gives: its path; empty if nothing is to be kept.
/// Fails: as readTunedForms(), or it cannot be written.
llvm::Expected<std::string> keepTunedForms(llvm::StringRef Source,
                                           const Options &Opts,
                                           llvm::ArrayRef<TunedForm> Measured);

} // namespace pipeline_rewrite
#endif
