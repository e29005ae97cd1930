//===- LaunchCheck.h - What compilers are asked of a new text -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the driver.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_LAUNCHCHECK_H
#define PIPELINE_REWRITE_LAUNCHCHECK_H

#include "Search/DraftLoops.h"

namespace pipeline_rewrite {

/// Options::Code. Where the user asked for nothing, a compiler that is in reach
/// still counts the registers of large blocks, CodeCheck::LaunchesOnly: with
/// too many for one block every launch fails. Forms that were compared need
/// no more.
///
/// Takes: the text, with what is known of its loops.
std::optional<CodeCheck> codeCheckOf(const ParseJob &Job, MacroText &Text,
                                     const Options &Opts,
                                     const CompilerFeedback &Known);

} // namespace pipeline_rewrite
#endif
