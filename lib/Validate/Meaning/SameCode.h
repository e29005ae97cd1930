//===- SameCode.h - Two texts of one and the same code --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_SAMECODE_H
#define PIPELINE_REWRITE_VALIDATE_SAMECODE_H

#include "Validate/Meaning/Meaning.h"
#include "clang/Basic/LangOptions.h"

namespace pipeline_rewrite {

/// True if a text in which macros are written out has the trees that it had
/// before: the same nodes in the same order, of the same types, which refer to
/// the same declarations at the same places.
///
/// Takes: \p Macros ascending, by the old text, as is \p Split: statements that
///        are two in the new one, each with nodes of the old one in their
///        order.
bool isSameCode(const Meaning &Old, const Meaning &New,
                llvm::ArrayRef<WrittenMacro> Macros,
                llvm::ArrayRef<TextBytes> Split = {});

/// The first token of \p NewText that is not that of \p OldText, or whose
/// node is not the one there; nothing if both texts, each written by itself,
/// are one and the same code: the same tokens, comments aside, and the same
/// trees. Only what a function declares for itself may have another name, one
/// for one in that function. Without \p New the trees are left out.
struct OtherToken {
  unsigned OldAt = 0, NewAt = 0; ///< the ends of the texts where one is longer
};
std::optional<OtherToken> findOtherToken(llvm::StringRef OldText,
                                         const Meaning &Old,
                                         llvm::StringRef NewText,
                                         const Meaning *New,
                                         const clang::LangOptions &Language);

} // namespace pipeline_rewrite
#endif
