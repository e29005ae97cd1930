//===- TimeMacros.h - Macros that tell when and where they stand ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_TIMEMACROS_H
#define PIPELINE_REWRITE_FRONTEND_TIMEMACROS_H

#include "clang/Lex/PPCallbacks.h"

namespace pipeline_rewrite {

/// Has ReadLog::current() give up where one tells the time, however it is
/// spelled, and heed the lines of a file where one tells its line.
std::unique_ptr<clang::PPCallbacks>
noteTimeMacros(const clang::SourceManager &Sources);

} // namespace pipeline_rewrite
#endif
