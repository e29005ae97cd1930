//===- SameCode.h - Two texts of one and the same code --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_SAMECODE_H
#define PIPELINE_REWRITE_VALIDATE_SAMECODE_H

#include "Validate/Meaning/Meaning.h"

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

} // namespace pipeline_rewrite
#endif
