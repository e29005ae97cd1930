//===- MissingHeaders.h - Folders that a parse would have needed ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_FRONTEND_MISSINGHEADERS_H
#define PIPELINE_REWRITE_FRONTEND_MISSINGHEADERS_H

#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

/// The header that was not found, as it is named; nullopt of other errors.
std::optional<llvm::StringRef> missingHeader(const ParseError &E);

/// For each header that the parse did not find and that lies somewhere in the
/// project around the source, a sentence with the include folder that leads to
/// it. Reads names of files, nothing else.
std::vector<std::string> adviseIncludeFolders(const SourceUnit &Unit);

/// Adds these folders to a job that no build has given a command. Of several
/// files by one name none is taken, unless they agree: they may be of different
/// builds.
/// Gives: a sentence for each header; empty: a parse would find no more.
std::vector<std::string> addIncludeFolders(ParseJob &Job,
                                           const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
