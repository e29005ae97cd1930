//===- JoinedCode.h - What came of each text of a unit --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_JOINEDCODE_H
#define PIPELINE_REWRITE_VALIDATE_JOINEDCODE_H

#include "Validate/Code/CompileTexts.h"

namespace pipeline_rewrite {

/// The code of each of \p Count texts of a unit that joinTexts() has made, by
/// the unit's symbols; that of the plain text, if there is one, in front.
/// Gives: nullopt if they have not all the same kernels: what joins them means
///        something else to one of them.
std::optional<std::vector<CompiledText>> splitCode(CompiledText Unit,
                                                   size_t Count, bool HasPlain);

/// Takes the symbols of \p Original for those that mean the same.
void nameLike(const CompiledText &Original, CompiledText &Text);

} // namespace pipeline_rewrite
#endif
