//===- SliceText.h - The load slice, phase by phase -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_SLICETEXT_H
#define PIPELINE_REWRITE_EMIT_SLICETEXT_H

#include "Emit/Loads/LoadText.h"

namespace pipeline_rewrite {

/// Text of the load slice of one phase, in the user's words, indented by \p In;
/// tiles get \p TileIndex. Where few threads copy, a branch of theirs is around
/// all copies. What moves the variables on is for all threads, and stands in
/// front of it.
std::string renderSlice(LoadText &T, LoadPhase Phase, llvm::StringRef In,
                        llvm::StringRef TileIndex);

/// True if a phase has declarations, which must not reach the code after it.
bool declares(const LoadText &T, LoadPhase Phase);

} // namespace pipeline_rewrite
#endif
