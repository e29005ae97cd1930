//===- NoResourceHeaders.cpp - Clang's headers are those installed --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing else may stand here: a program with headers of its own replaces the
// whole file.
//===----------------------------------------------------------------------===//
#include "Frontend/BuiltinHeaders.h"

llvm::ArrayRef<pipeline_rewrite::BuiltinHeader>
pipeline_rewrite::resourceHeaders() {
  return {};
}
