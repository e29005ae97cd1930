//===- ProjectSources.h - The CUDA sources of a tree ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For a tree of which nobody has said how it is built: what to parse, and with
// which include folders, by the names behind its #include lines.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_PROJECTSOURCES_H
#define PIPELINE_REWRITE_FRONTEND_PROJECTSOURCES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

struct ProjectSource {
  std::string File;               ///< absolute
  std::vector<std::string> Flags; ///< `-Ifolder`
};

/// A folder that is read for what the others include, and not looked at.
struct LeftOutFolder {
  std::string Name; ///< from the tree's own folder
  bool IsRepository = false;
  unsigned Sources = 0; ///< with or without a barrier
};

struct ProjectSources {
  std::vector<ProjectSource> Sources; ///< by name
  unsigned WithoutBarrier = 0;        ///< sources left out that name none
  std::vector<LeftOutFolder> LeftOut; ///< that have sources
  unsigned Excluded = 0;              ///< sources whose names match
  llvm::StringSet<> OtherHeaders;     ///< of both, with a barrier; absolute
  std::vector<std::string> EmptySubmodules; ///< as .gitmodules names them
};

/// The `.cu` files below \p Folder that name a block barrier, themselves or in
/// what they include of the tree, and headers with device code that do and that
/// none of them includes. Left out is what is somebody else's, a repository
/// within the tree or a folder by the name of third_party, and what one of
/// \p Exclude matches, by its name from the folder.
///
/// Fails: the folder cannot be read.
llvm::Expected<ProjectSources>
findProjectSources(llvm::StringRef Folder,
                   llvm::ArrayRef<std::string> Exclude = {});

} // namespace pipeline_rewrite
#endif
