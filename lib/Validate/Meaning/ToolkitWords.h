//===- ToolkitWords.h - Words of new text that the toolkit explains -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// New text says `blockDim`, `size_t`, `__pipeline_commit` or `cuda::` and means
// what CUDA means. All edits are asked here, whoever wrote them, and whether or
// not the old text spells the word elsewhere.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_TOOLKITWORDS_H
#define PIPELINE_REWRITE_VALIDATE_TOOLKITWORDS_H

#include "Validate/Meaning/CompareMeaning.h"
#include "Validate/Meaning/TokenOrigins.h"

namespace pipeline_rewrite {

/// Gives: the first such word of an edit that means another thing where it
///        lands: in this build by the tree; in another by a macro, or by a
///        declaration under an #if. \p HasErrors: what clang does not take has
///        no tree, so that any declaration around it counts.
std::optional<MeaningDifference>
findTakenWord(OldText &Before, llvm::StringRef NewText, const Meaning &New,
              const TokenOrigins &Origins, bool HasErrors);

} // namespace pipeline_rewrite
#endif
