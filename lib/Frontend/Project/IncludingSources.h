//===- IncludingSources.h - The sources of a database that include a file -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A header has no command, and means what the sources that include it make of
// it. Which these are is read from #include lines and the folders that commands
// name; nothing is preprocessed.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_INCLUDINGSOURCES_H
#define PIPELINE_REWRITE_FRONTEND_INCLUDINGSOURCES_H

#include "Frontend/Command/FileCommands.h"
#include "llvm/ADT/StringMap.h"

namespace pipeline_rewrite {

/// For each of \p Files, by their real names, the sources that include it or
/// may: lines that a condition takes out count, and so does each folder that a
/// name is found in. None for a file that is itself one of the sources.
/// One in which no loop can stand has an empty list if any includes it.
///
/// \p More: flags that every command gets.
llvm::StringMap<std::vector<FileCommand>>
includingSources(llvm::ArrayRef<std::string> Files,
                 llvm::ArrayRef<FileCommand> Sources,
                 llvm::ArrayRef<std::string> More);

} // namespace pipeline_rewrite
#endif
