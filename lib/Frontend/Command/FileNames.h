//===- FileNames.h - What a person calls a file ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_FILENAMES_H
#define PIPELINE_REWRITE_FRONTEND_FILENAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace clang {
class FileID;
class SourceManager;
} // namespace clang

namespace pipeline_rewrite {

/// For messages, patches and regular expressions: the way from the working
/// folder to a file below it, without "." and, where that means the same file,
/// without "..". Other files keep their absolute path.
///
/// Takes: an absolute path.
std::string readableName(llvm::StringRef Path);

/// What messages call the source that is named `-`.
inline llvm::StringRef standardInputName() { return "<stdin>"; }

/// One name for a file, however it is reached; \p Path itself if there is no
/// such file.
std::string realName(llvm::StringRef Path);

/// Of a file as clang opened it; empty if it is none.
std::string pathOf(clang::FileID Id, const clang::SourceManager &Sources);

} // namespace pipeline_rewrite
#endif
