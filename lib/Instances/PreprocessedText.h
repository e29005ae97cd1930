//===- PreprocessedText.h - A file's tokens behind the preprocessor -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a host function that nobody could parse says can still be read as
// tokens: macros are expanded and #if is decided as clang would.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_INSTANCES_PREPROCESSEDTEXT_H
#define PIPELINE_REWRITE_INSTANCES_PREPROCESSEDTEXT_H

#include "Frontend/ParseSetup.h"
#include "Options/Refusal.h"
#include "clang/Basic/TokenKinds.h"

namespace pipeline_rewrite {

struct TextToken {
  clang::tok::TokenKind Kind = clang::tok::unknown;
  std::string Text;
  unsigned File = 0; ///< index into PreprocessedText::Files
  unsigned Line = 0; ///< where it is used, if a macro gives it
  /// A name or a keyword.
  bool IsWord = false;

  bool is(llvm::StringRef Spelling) const { return Text == Spelling; }
};

/// Tokens of the user's files, without those of the system's headers.
struct PreprocessedText {
  std::vector<TextToken> Tokens;
  std::vector<std::string> Files; ///< as clang opened them; absolute

  SourcePlace placeOf(const TextToken &T) const;
};

/// Takes: how \p File is read; its text, or nothing for what is on disk.
/// Gives: nothing if it cannot be read. Headers that are missing are left out.
std::optional<PreprocessedText>
preprocess(const ParseJob &Job,
           std::optional<llvm::StringRef> Text = std::nullopt);

} // namespace pipeline_rewrite
#endif
