//===- Tree.h - The working directory with another text of one file -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A header is no program: what is built is other files that include it by its
// own name. They are built in a folder that looks like the working directory.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_TREE_H
#define PIPELINE_REWRITE_TUNE_TREE_H

#include "llvm/Support/Error.h"
#include <string>

namespace pipeline_rewrite {

/// The path below Root; empty if it does not lie there.
std::string pathBelow(llvm::StringRef Root, llvm::StringRef Path);

/// Writes a text to Folder/Name; makes the folders above it, too.
llvm::Error writeInto(llvm::StringRef Folder, llvm::StringRef Name,
                      llvm::StringRef Text);

/// Makes Folder look like the working directory, but with Text in File: links
/// to all that is there, and folders of its own on the way to File.
/// Fails: File is not below the working directory; Folder cannot be written.
llvm::Error makeTree(llvm::StringRef Folder, llvm::StringRef File,
                     llvm::StringRef Text);

/// Copies a file, or all files of a folder, from Root to the same places below
/// Folder. What is there already stays, and what lies below Except is left out.
/// Fails: Path is not below Root, or cannot be copied.
llvm::Error copyInto(llvm::StringRef Folder, llvm::StringRef Root,
                     llvm::StringRef Path, llvm::StringRef Except);

} // namespace pipeline_rewrite
#endif
