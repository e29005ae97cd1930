//===- CommentText.h - Comments above statements that move ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EMIT_COMMENTTEXT_H
#define PIPELINE_REWRITE_EMIT_COMMENTTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pipeline_rewrite {

/// Drops whole lines of comment above the code, but keeps directives.
std::string withoutLeadingComments(llvm::StringRef Lines);

} // namespace pipeline_rewrite
#endif
