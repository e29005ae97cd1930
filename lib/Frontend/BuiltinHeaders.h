//===- BuiltinHeaders.h - CUDA declarations carried in the binary ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of Frontend/builtin, embedded at build time, so that kernels parse
// where no CUDA toolkit is installed and an installed binary needs no data.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_BUILTINHEADERS_H
#define PIPELINE_REWRITE_FRONTEND_BUILTINHEADERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace pipeline_rewrite {

struct BuiltinHeader {
  llvm::StringRef Name; ///< as included: "cuda_fp16.h", "cuda/pipeline"
  llvm::StringRef Text;

  /// Of literals, so that no compiler counts the characters of large files.
  template <size_t N, size_t M>
  constexpr BuiltinHeader(const char (&Name)[N], const char (&Text)[M])
      : Name(Name, N - 1), Text(Text, M - 1) {}
};

llvm::ArrayRef<BuiltinHeader> builtinHeaders();

/// The virtual folder that holds them; no such folder exists on disk.
llvm::StringRef builtinHeaderFolder();

void addBuiltinHeaders(llvm::vfs::InMemoryFileSystem &Files);

// A program that is linked statically carries the headers of the Clang that it
// was built with (stddef.h, the wrappers for CUDA), so that it needs no file
// beside it. All other programs read those of the installed Clang.

/// Empty where none are carried. NoResourceHeaders.cpp has that definition, and
/// tool/release another one, which a linker takes first.
llvm::ArrayRef<BuiltinHeader> resourceHeaders();

/// The virtual resource directory: they are in its folder `include`.
llvm::StringRef resourceHeaderFolder();

void addResourceHeaders(llvm::vfs::InMemoryFileSystem &Files);

} // namespace pipeline_rewrite
#endif
