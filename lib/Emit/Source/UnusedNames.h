//===- UnusedNames.h - What only the loads' own text has used -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. Where boxes are placed the loads' text is not written, and
// nvcc warns of variables that nothing else names.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_UNUSEDNAMES_H
#define PIPELINE_REWRITE_EMIT_UNUSEDNAMES_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// The declarations of \p T's kernel, outside its loop, of variables that
/// nothing uses any more; none if loads are written.
std::vector<const clang::DeclStmt *> findUnusedNames(const LoopText &T);

} // namespace pipeline_rewrite
#endif
