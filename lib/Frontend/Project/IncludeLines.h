//===- IncludeLines.h - #include lines, read without a preprocessor -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For files that nobody parses: which names they include, and which files of a
// tree those may be.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_INCLUDELINES_H
#define PIPELINE_REWRITE_FRONTEND_INCLUDELINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// Names behind `#include`, with the folders that they are given with; a line
/// may go on in the next one.
std::vector<std::string> includedNames(llvm::StringRef Text);

/// Whether the text includes, or may, what includedNames() does not name: by a
/// macro, or as somebody finds out whether it is there.
bool asksForOtherFiles(llvm::StringRef Text);

/// A name without the `./` and `../` that it begins with.
llvm::StringRef withoutDots(llvm::StringRef Name);

/// Of \p Files, the one whose path ends in \p Name and shares most of its
/// beginning with \p Source, the shorter one of two; nullptr if none does.
const std::string *nearestFile(llvm::ArrayRef<std::string> Files,
                               llvm::StringRef Name, llvm::StringRef Source);

/// The folder that has to be searched for \p Name to find \p File.
llvm::StringRef searchFolder(llvm::StringRef File, llvm::StringRef Name);

/// The folder of a repository.
bool isCheckout(llvm::StringRef Folder, llvm::vfs::FileSystem &Files);

} // namespace pipeline_rewrite
#endif
