//===- FileNames.h - What a person calls a file ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_FILENAMES_H
#define PIPELINE_REWRITE_FRONTEND_FILENAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pipeline_rewrite {

/// For messages, patches and regular expressions: the way from the working
/// folder to a file below it, without "." and, where that means the same file,
/// without "..". Other files keep their absolute path.
///
/// Takes: a path that is relative to \p Folder, or absolute.
std::string readableName(llvm::StringRef Path, llvm::StringRef Folder);

/// The same for an absolute path.
std::string readableName(llvm::StringRef Path);

} // namespace pipeline_rewrite
#endif
