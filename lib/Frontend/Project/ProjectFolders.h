//===- ProjectFolders.h - What belongs to a database's project ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The database's sources tell, and not the folder that somebody stands in: the
// same headers count from the build folder and from the project's.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_PROJECTFOLDERS_H
#define PIPELINE_REWRITE_FRONTEND_PROJECTFOLDERS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// The folders of the project that a compilation database builds, by their real
/// names: the repositories of its sources; without one, CMake's source folder;
/// else the database's folder if all sources lie below it, or what their paths
/// share.
std::vector<std::string> projectFolders(llvm::StringRef Database,
                                        llvm::ArrayRef<std::string> Sources);

/// The name of a file below \p Folder from there; empty for one elsewhere, or
/// in a repository of its own.
std::string nameInProject(llvm::StringRef File, llvm::StringRef Folder);

} // namespace pipeline_rewrite
#endif
