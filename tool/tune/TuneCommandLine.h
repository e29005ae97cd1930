//===- TuneCommandLine.h - What the user typed after `tune` ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_TUNE_TUNECOMMANDLINE_H
#define PIPELINE_REWRITE_TOOL_TUNE_TUNECOMMANDLINE_H

#include "../cli/CommandLine.h"
#include "Tune/TuneOptions.h"

namespace pipeline_rewrite {

enum class TuneExport { None, Json, Html };

struct TuneCommandLine {
  CommandLine Rewrite; ///< the file, which loops, how it is written
  TuneOptions Tune;
  TuneExport Export = TuneExport::None;
  std::string BundleDir;   ///< --bundle; empty: measure here
  std::string ImportFile;  ///< --import; likewise
  std::string RemoteHost;  ///< --remote; likewise
  std::string ChoicesFile; ///< --choices; nothing is measured
};

/// Parses what stands behind `pipeline-rewrite tune`: the options of tuning,
/// and all that the program takes otherwise.
/// Gives: nullopt on bad usage; the message is on standard error.
std::optional<TuneCommandLine> parseTuneCommandLine(int Count,
                                                    const char *const *Words);

} // namespace pipeline_rewrite
#endif
