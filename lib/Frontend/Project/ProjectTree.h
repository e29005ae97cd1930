//===- ProjectTree.h - Where a header may lie in a source's project -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For sources that no build gives a command. A header of another build is
// another program, so that a name with two answers has none.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_PROJECTTREE_H
#define PIPELINE_REWRITE_FRONTEND_PROJECTTREE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

class ProjectTree {
public:
  /// Reads the names of all files around \p Source, an absolute path.
  explicit ProjectTree(llvm::StringRef Source);

  const std::string &source() const { return Source; }
  llvm::ArrayRef<std::string> files() const { return Files; }
  bool holds(llvm::StringRef File) const {
    return llvm::StringRef(File).starts_with(Root + "/");
  }

  /// All files that `#include` may mean by \p Name from some folder.
  std::vector<std::string> filesNamed(llvm::StringRef Name) const;
  /// The nearest of them; empty: there is none.
  std::string nearest(llvm::StringRef Name) const;

  /// Whether every build of the project reads one text for \p Name. No, if
  /// files differ, or what they include; of what a build makes; of a tree whose
  /// root is not known, or that was not read to its end.
  bool hasOneAnswer(llvm::StringRef Name) const;

  /// Whether to search \p Folder first would hide a file of \p Other.
  bool hides(llvm::StringRef Folder, llvm::StringRef Other,
             llvm::vfs::FileSystem &FileSystem) const;

private:
  bool isMadeByBuild(llvm::StringRef File) const;
  std::string Source, Root;
  bool IsWhole = true; ///< all files of a known project are in Files
  std::vector<std::string> Files;
};

} // namespace pipeline_rewrite
#endif
