//===- JoinTexts.h - Several texts of one file as one unit ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiler spends most of its time on the headers of a small file. Texts that
// include the same are one unit with the headers once, each text in a namespace
// of its own. No semantics of C++ is relied on: what cannot be written so does
// not compile, or lacks a kernel, and is compiled by itself.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_JOINTEXTS_H
#define PIPELINE_REWRITE_VALIDATE_JOINTEXTS_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace pipeline_rewrite {

/// A text that says so has names that no namespace changes.
bool mayBeJoined(llvm::StringRef Text);

/// One text: the directives up to the last `#include` of any of them, then each
/// text in its own namespace; \p Plain, if there is one, behind them and in
/// none. Macros that a text defines are what they were when the next begins.
std::string joinTexts(llvm::ArrayRef<std::string> Texts,
                      std::optional<std::string> Plain);

/// The text, by number, whose namespace a demangled name is in.
std::optional<size_t> joinedTextOf(llvm::StringRef Name);
/// The name as it was before.
std::string withoutJoinedSpace(std::string Name);

} // namespace pipeline_rewrite
#endif
