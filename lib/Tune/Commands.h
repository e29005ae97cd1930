//===- Commands.h - The user's commands for one candidate -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How names in braces become paths, here and in a bundle alike.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_COMMANDS_H
#define PIPELINE_REWRITE_TUNE_COMMANDS_H

#include "Tune/TuneOptions.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace pipeline_rewrite {

/// Words of the shell, quoted already where that is needed.
struct CommandPlaces {
  std::string Source, Program;
  std::string Timer;         ///< launch_timer.cu
  std::string Output, Plain; ///< what candidate and plain program printed
  std::string Tree;          ///< the working directory with the candidate
};

/// With the launch timer at its end, if launches are timed and {timer} is not
/// named.
std::string buildCommand(const TuneOptions &How, const CommandPlaces &Places);
/// In one shell behind the launcher.
std::string runCommandLine(const TuneOptions &How, const CommandPlaces &Places,
                           llvm::StringRef Job);
std::string checkCommand(const TuneOptions &How, const CommandPlaces &Places);

/// The text of a file that goes with the candidates: "launch_timer.cu",
/// "run.sh".
llvm::StringRef embeddedFile(llvm::StringRef Name);

} // namespace pipeline_rewrite
#endif
