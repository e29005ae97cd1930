//===- NamedHeaders.h - Headers that are named with a database ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A header means what the sources make of it that include it. Who names one, as
// pre-commit does with all that is staged, gets what a run of the whole
// database says of it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_NAMEDHEADERS_H
#define PIPELINE_REWRITE_TOOL_NAMEDHEADERS_H

#include "CommandLine.h"
#include "llvm/ADT/StringMap.h"

namespace pipeline_rewrite {

/// All but Files by real names.
struct ThroughSources {
  std::vector<std::string> Files; ///< to be parsed
  /// Headers, by what the user calls them.
  llvm::StringMap<std::string> Headers;
  /// Of a source: the headers that are read through it.
  llvm::StringMap<std::vector<std::string>> HeadersOf;
  llvm::StringSet<> Unnamed; ///< sources that are parsed for headers alone
  std::vector<std::string> Notes;
};

/// Puts the sources of the database that include it in place of each header. A
/// file that is no source and that none includes stays, with a note; so do all
/// where there is no database, or one text is asked for.
ThroughSources readThroughSources(std::vector<std::string> Files,
                                  const CommandLine &Line);

/// Widens the filter where it leaves out one of \p Headers.
void reachHeaders(Options &Opts, llvm::ArrayRef<std::string> Headers);

} // namespace pipeline_rewrite
#endif
