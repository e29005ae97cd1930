//===- UnifiedDiff.h - Two texts as a patch -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text in, text out. The patch is what `git apply` and `patch -p1` take, byte
// for byte: CRLF and a missing last newline included. LLVM has no line diff in
// its libraries.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_WRITE_UNIFIEDDIFF_H
#define PIPELINE_REWRITE_WRITE_UNIFIEDDIFF_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace pipeline_rewrite {

/// The patch from OldText to NewText; empty if they are equal.
///
/// Takes: Path, the file's name in the headers, without the `a/` and `b/`.
/// Gives: hunks with three lines of context. The number of changed lines is the
///        smallest possible, unless the texts differ in thousands of lines.
std::string unifiedDiff(llvm::StringRef OldText, llvm::StringRef NewText,
                        llvm::StringRef Path);

/// The name of a file in a patch: relative to the working directory if the file
/// lies below it, else its absolute path without the leading slash.
std::string pathInPatch(llvm::StringRef File);

/// Prints a patch; in colours if OS has them enabled.
void printDiff(llvm::raw_ostream &OS, llvm::StringRef Diff);

} // namespace pipeline_rewrite
#endif
