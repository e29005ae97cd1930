//===- ProjectSources.h - The CUDA sources of a tree ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For a tree of which nobody has said how it is built: what to parse, and with
// which include folders, by the names behind its #include lines.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_PROJECTSOURCES_H
#define PIPELINE_REWRITE_FRONTEND_PROJECTSOURCES_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

struct ProjectSource {
  std::string File;               ///< absolute
  std::vector<std::string> Flags; ///< `-Ifolder`
};

struct ProjectSources {
  std::vector<ProjectSource> Sources; ///< by name
  unsigned WithoutBarrier = 0;        ///< sources left out that name none
};

/// The `.cu` files below \p Folder that name a block barrier, themselves or in
/// what they include of the tree, and headers with device code that do and that
/// none of them includes.
///
/// Fails: the folder cannot be read.
llvm::Expected<ProjectSources> findProjectSources(llvm::StringRef Folder);

} // namespace pipeline_rewrite
#endif
