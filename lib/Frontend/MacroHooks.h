//===- MacroHooks.h - Macros that need care while a file is read ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_MACROHOOKS_H
#define PIPELINE_REWRITE_FRONTEND_MACROHOOKS_H

#include "clang/Lex/PPCallbacks.h"
#include <memory>

namespace clang {
class Preprocessor;
} // namespace clang

namespace pipeline_rewrite {

/// Has ReadLog::current() give up where a macro tells the time, however it is
/// spelled, and heed the lines of a file where one tells its line.
std::unique_ptr<clang::PPCallbacks>
noteTimeMacros(const clang::SourceManager &Sources);

/// Hides `__NVCC__`, which the command line defines, from system headers. nvcc
/// defines it, so `#ifdef __NVCC__` must choose what nvcc compiles. But the
/// toolkit's and the C++ library's headers then choose nvcc's own built-ins,
/// which clang does not have: there it stays undefined.
std::unique_ptr<clang::PPCallbacks> hideNvccMacro(clang::Preprocessor &PP);

} // namespace pipeline_rewrite
#endif
