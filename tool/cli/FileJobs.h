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
#include "Options/ConfigFile.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace pipeline_rewrite {

struct FileJob {
  ParseJob Parse;
  std::shared_ptr<const Options> Opts; ///< shared by files of one configuration
  /// Nobody has named the file: it is read for headers that somebody has.
  bool IsForHeaders = false;
  /// Of its headers only FileJobs::NamedHeaders are asked for.
  bool NamedHeadersOnly = false;
  std::vector<ParseJob> OtherBuilds; ///< of the same file, by the database
  /// Options of a run of the whole database, which says more; null: the same.
  std::shared_ptr<const Options> Wider = nullptr;
};

struct FileJobs {
  std::vector<FileJob> Jobs; ///< in the order of the command line
  /// By their real names, headers that are named and are read through sources
  /// of the database: what the user calls them.
  llvm::StringMap<std::string> NamedHeaders;
  llvm::StringSet<> OtherHeaders; ///< real names of those that are left out
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
