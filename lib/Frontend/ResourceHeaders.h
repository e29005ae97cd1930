//===- ResourceHeaders.h - Clang's own headers in the program -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that is linked statically carries the headers of the Clang that it
// was built with (stddef.h, the wrappers for CUDA), so that it needs no file
// beside it. All other programs read those of the installed Clang.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_RESOURCEHEADERS_H
#define PIPELINE_REWRITE_FRONTEND_RESOURCEHEADERS_H

#include "Frontend/BuiltinHeaders.h"

namespace pipeline_rewrite {

/// Empty where none are carried. NoResourceHeaders.cpp has that definition, and
/// tool/release another one, which a linker takes first.
llvm::ArrayRef<BuiltinHeader> resourceHeaders();

/// The virtual resource directory: they are in its folder `include`.
llvm::StringRef resourceHeaderFolder();

void addResourceHeaders(llvm::vfs::InMemoryFileSystem &Files);

} // namespace pipeline_rewrite
#endif
