//===- CompilerWords.cpp - Macros that compilers define -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Conditions/CompilerWords.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {

/// Beginnings of names that differ between nvcc and clang, between versions of
/// either, or between the architectures of one build.
static constexpr llvm::StringLiteral Beginnings[] = {
    "__CUDA_ARCH",  "__CUDACC_VER",   "__CUDACC_RTC",   "__NVCC__",
    "__NVCOMPILER", "__clang",        "__llvm__",       "__GNU",
    "__INTEL",      "_MSC_",          "__CUDA__",       "__HIP",
    "__CUDA_API",   "CUDA_VERSION",   "CUDART_VERSION", "__VERSION__",
    "__COUNTER__",  "__builtin_LINE", "NV_IF_",         "NV_DISPATCH"};

bool isReserved(llvm::StringRef Name) {
  if (Name.size() < 2 || Name[0] != '_')
    return false;
  return Name[1] == '_' || (clang::isUppercase(Name[1]) &&
                            (!Name.ends_with("_") || Name.ends_with("__") ||
                             Name.ends_with("_H_")));
}

bool isBuildWord(llvm::StringRef Name) {
  return llvm::any_of(
      Beginnings, [&](llvm::StringRef Each) { return Name.starts_with(Each); });
}

} // namespace pipeline_rewrite
