//===- CompareMeaning.h - Every piece of text means what it meant ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nodes of the new text are compared with those of the old one, token by
// token: kinds, references, types, values, conversions, constructors,
// destructors and operands. A token of the user's that an edit moves or copies
// is compared with its origin (TokenOrigins.h). The differences that a rewrite
// is made of are all that is allowed:
//
// - a tile has one more dimension, or is a pointer to the first of several, and
//   an index wherever it is named;
// - a new variable, register or parameter stands in place of an expression;
// - what the new text alone spells is a new declaration, or comes with the
//   toolkit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_COMPAREMEANING_H
#define PIPELINE_REWRITE_VALIDATE_COMPAREMEANING_H

#include "Emit/EditSet.h"
#include "Validate/Meaning/Meaning.h"

namespace pipeline_rewrite {

/// A piece of the new text that does not mean what it meant.
struct MeaningDifference {
  /// A name, type or macro means another thing than in its old place; else
  /// the trees differ in a way that nothing explains, which is a bug of ours.
  bool IsOfName = false;
  std::string Token;
  std::string Was, Is; ///< declaration or type
  unsigned OldAt = 0;  ///< its origin; of generated text the edit
  unsigned NewAt = 0;
  unsigned EditAt = 0; ///< the edit that brings it; OldAt if it stays
  /// Where what it meant is declared, and what it means now, both in the old
  /// text.
  std::optional<unsigned> DeclaredAt, OtherAt;
};

/// Takes:    both texts, the settled edits that make the new one of the old
///           one, and what the new one means. \p ErrorAt: where clang does not
///           take the new text; functions with errors have no meaning there.
///           \p HasErrors: it has errors, wherever they are.
/// Gives:    the first difference, one of tokens before one of the toolkit's
///           words (ToolkitWords.h) before one of names before all others.
std::optional<MeaningDifference>
compareMeaning(OldText &Before, llvm::StringRef NewText, const Meaning &New,
               llvm::ArrayRef<TextEdit> Edits, bool HasErrors,
               std::optional<unsigned> ErrorAt);

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
