//===- NvccMacro.h - __NVCC__ for the user's files alone ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc defines it, so `#ifdef __NVCC__` must choose what nvcc compiles. But the
// toolkit's and the C++ library's headers then choose nvcc's own built-ins,
// which clang does not have: there it stays undefined.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_NVCCMACRO_H
#define PIPELINE_REWRITE_FRONTEND_NVCCMACRO_H

#include <memory>

namespace clang {
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace pipeline_rewrite {

/// Hides the macro that the command line defines from system headers.
std::unique_ptr<clang::PPCallbacks> hideNvccMacro(clang::Preprocessor &PP);

} // namespace pipeline_rewrite
#endif
