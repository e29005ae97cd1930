//===- CompareTokens.h - Text that stays, and text that is brought --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An edit puts its text between two pieces of the old one. Both must remain
// what they are: a `//` comment that goes on behind a backslash would swallow
// what is put below its first line, and give free what was its second one.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_COMPARETOKENS_H
#define PIPELINE_REWRITE_VALIDATE_COMPARETOKENS_H

#include "Validate/Meaning/CompareMeaning.h"

namespace pipeline_rewrite {

/// Takes:  both texts, and the settled edits that make the new one of the old.
/// Gives:  the first token of a kept piece, or of an edit's text read by
///         itself, that is no token of the new text, or that enters or leaves
///         a directive; or the first of the new text that comes from neither.
std::optional<MeaningDifference>
compareTokens(llvm::StringRef OldText, llvm::StringRef NewText,
              llvm::ArrayRef<TextEdit> Edits,
              const clang::LangOptions &Language);

} // namespace pipeline_rewrite
#endif
