//===- MissingHeaders.h - Folders that a parse would have needed ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_FRONTEND_MISSINGHEADERS_H
#define PIPELINE_REWRITE_FRONTEND_MISSINGHEADERS_H

#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

/// The name of the header that was not found, if \p E says that.
std::optional<llvm::StringRef> missingHeader(const ParseError &E);

/// Whether \p Name is of a library outside whose functions have a namespace or
/// a word of their own in front. A user's folder may be called alike: its files
/// stand between quotes.
bool isLibraryHeader(llvm::StringRef Name, bool IsAngled);

/// For headers that \p Unit did not find and that lie in the project around
/// it: a sentence for each, with the folder that -I would name. Reads names of
/// files, nothing else.
std::vector<std::string> adviseIncludeFolders(const SourceUnit &Unit);

/// parseSource(), with the folders in the project that lead to headers which no
/// flag leads to. Of names that may mean several texts none is looked for: if
/// such a one is found on the way, no folder is added. Then names that nothing
/// declares get what scripts of the project give them (parseWithMacros()). A
/// build that has given a command is believed.
///
/// Takes: \p Job, to which flags are added; \p Notes, for a sentence on each.
llvm::Expected<std::unique_ptr<SourceUnit>>
parseWithHeaders(ParseJob &Job, const Options &Opts, const Describe &Later,
                 std::vector<std::string> &Notes);

} // namespace pipeline_rewrite
#endif
