//===- TempTree.h - A folder of files that a test writes ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removed with everything below it at the end of the test.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_UNIT_FRONTEND_TEMPTREE_H
#define PIPELINE_REWRITE_TEST_UNIT_FRONTEND_TEMPTREE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace pipeline_rewrite {

class TempTree {
public:
  TempTree() {
    llvm::SmallString<128> Folder;
    llvm::sys::fs::createUniqueDirectory("pipeline-rewrite", Folder);
    llvm::sys::fs::real_path(Folder, Root);
  }
  ~TempTree() { llvm::sys::fs::remove_directories(Root); }
  TempTree(const TempTree &) = delete;
  TempTree &operator=(const TempTree &) = delete;

  std::string path(llvm::StringRef Name = "") const {
    llvm::SmallString<128> Path(Root);
    llvm::sys::path::append(Path, Name);
    return Path.str().str();
  }

  /// Writes a file, its folders included; gives its path.
  std::string write(llvm::StringRef Name, llvm::StringRef Text = "") const {
    std::string Path = path(Name);
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path));
    std::error_code Failed;
    llvm::raw_fd_ostream(Path, Failed) << Text;
    return Path;
  }

private:
  llvm::SmallString<128> Root;
};

} // namespace pipeline_rewrite
#endif
