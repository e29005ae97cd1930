//===- ResourceHeaders.cpp - Clang's own headers, as they were built with -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/BuiltinHeaders.h"

namespace {

constexpr pipeline_rewrite::BuiltinHeader Table[] = {
#include "ResourceHeaders.inc"
};

} // namespace

llvm::ArrayRef<pipeline_rewrite::BuiltinHeader>
pipeline_rewrite::resourceHeaders() {
  return Table;
}
