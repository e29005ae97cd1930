//===- DraftLoops.h - A new text for a compiler's eyes --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the driver.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_DRAFTLOOPS_H
#define PIPELINE_REWRITE_DRAFTLOOPS_H

#include "Chain/MacroText.h"
#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// Rewrites the tiles that are loaded once, if that is asked for.
/// Gives: a bug of ours.
std::optional<std::string> takeTileCopies(UnitResult &Result, MacroText &Text,
                                          const Options &Opts);

/// What compiling tells goes before what was known.
CompilerFeedback joined(CompilerFeedback Told, const CompilerFeedback &Known);

/// The text with the forms of \p Feedback, which nobody has checked, and what a
/// compiler must know of its loops to judge their code.
Draft draftLoops(MacroText &Text, const Options &Opts,
                 const CompilerFeedback &Feedback);

} // namespace pipeline_rewrite
#endif
