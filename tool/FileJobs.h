//===- FileJobs.h - Which files are handled, and with which options -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line's files, or those of the compilation database, each once and
// with the options that hold for it: the command line's, then those of its
// configuration file.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_FILEJOBS_H
#define PIPELINE_REWRITE_TOOL_FILEJOBS_H

#include "CommandLine.h"
#include "ConfigFile.h"
#include <memory>

namespace pipeline_rewrite {

struct FileJob {
  ParseJob Parse;
  std::shared_ptr<const Options> Opts; ///< shared by files of one configuration
};

struct FileJobs {
  std::vector<FileJob> Jobs; ///< in the order of the command line
  std::vector<std::string> Notes;
  /// Why files are missing from Jobs: an unreadable database or configuration.
  std::vector<std::string> Errors;
};

/// What a configuration file says of how sources are read. \p Given: options
/// that somebody nearer to the user has named; flags of his come last, where
/// they win.
void applyReading(CompileRequest &Request, const ConfigFile &Config,
                  const llvm::StringSet<> &Given);

FileJobs listFileJobs(const CommandLine &Line);

} // namespace pipeline_rewrite
#endif
