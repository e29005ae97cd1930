//===- CodeText.h - A source without what no compiler heeds ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_CACHE_CODETEXT_H
#define PIPELINE_REWRITE_CACHE_CODETEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pipeline_rewrite {

/// By its name, a text of C++.
bool isCodeFile(llvm::StringRef Path);

/// The tokens of a text, each directive in one line of its own. Two texts with
/// the same ones differ in comments, blanks and line breaks alone; a comment in
/// a directive counts as a token.
std::string tokensOf(llvm::StringRef Text);

/// All of a text that a compiler or this program heeds: tokensOf(), or the text
/// as it is if it may ask for its own lines or has comments for this program.
std::string codeOf(llvm::StringRef Text);

} // namespace pipeline_rewrite
#endif
