//===- HiddenFiles.h - Files of this program that are there for a moment --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_HIDDENFILES_H
#define PIPELINE_REWRITE_FRONTEND_HIDDENFILES_H

#include "llvm/Support/Path.h"

namespace pipeline_rewrite {

/// What a compiler is given stands beside the source, under such a name.
/// Another file of the same run may meet it, and must not take it for the
/// user's.
inline bool isHiddenForAMoment(llvm::StringRef Path) {
  return llvm::sys::path::filename(Path).starts_with(".pipeline-rewrite-");
}

} // namespace pipeline_rewrite
#endif
