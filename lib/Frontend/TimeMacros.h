//===- TimeMacros.h - Macros that tell the time of day --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_TIMEMACROS_H
#define PIPELINE_REWRITE_FRONTEND_TIMEMACROS_H

#include "clang/Lex/PPCallbacks.h"

namespace pipeline_rewrite {

/// Has ReadLog::current() give up where one is expanded, however it is spelled.
std::unique_ptr<clang::PPCallbacks> noteTimeMacros();

} // namespace pipeline_rewrite
#endif
