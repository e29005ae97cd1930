//===- DispatchHeader.h - The header that measures launches ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is written includes a header that may not be there yet: a parse sees
// declarations in its place, and not what they need.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_DISPATCHHEADER_H
#define PIPELINE_REWRITE_FRONTEND_DISPATCHHEADER_H

#include "Frontend/ParseSetup.h"
#include "Options/Options.h"

namespace pipeline_rewrite {

/// As `#include "…"` in \p MainFile spells it.
std::string dispatchHeaderName(const Options &Opts, llvm::StringRef MainFile);

/// Where it is read from \p File.
std::string dispatchHeaderPath(llvm::StringRef Name, llvm::StringRef File);

/// Declares what it has, if \p Opts has it included.
void declareDispatch(ParseSetup &Setup, const Options &Opts);

} // namespace pipeline_rewrite
#endif
