//===- Destructors.h - What the end of an object does ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_DESTRUCTORS_H
#define PIPELINE_REWRITE_ANALYSE_DESTRUCTORS_H

#include "clang/AST/Type.h"

namespace pipeline_rewrite {

/// Destroying \p Type runs no code.
bool isDestroyedQuietly(clang::QualType Type);

} // namespace pipeline_rewrite
#endif
