//===- PlainBody.h - Barriers under a condition of the block --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   if (c) { load; barrier; compute; barrier; }
//
// is, where all threads of the block come here and agree on c,
//
//   if (c) { load; } barrier; if (c) { compute; } barrier;
//
// which has its barriers where the passes look for them. More barriers than
// before do no harm there.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_PLAINBODY_H
#define PIPELINE_REWRITE_ANALYSE_PLAINBODY_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// What makes one statement of the body plain: a block in braces around a
/// barrier, an `if` around barriers, or one that skips them by `continue`.
///
/// Gives: texts in place of parts of the unit's text, ascending; none where
///        nothing is left to be made plain, or it cannot be.
std::vector<OtherText> plainBody(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
