//===- DefaultCommands.h - How a program in one file is built and run -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_DEFAULTCOMMANDS_H
#define PIPELINE_REWRITE_TUNE_DEFAULTCOMMANDS_H

#include "Frontend/ParseSetup.h"
#include "Tune/Candidates.h"
#include "llvm/Support/Error.h"

namespace pipeline_rewrite {

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

} // namespace pipeline_rewrite
#endif
