//===- Drawings.h - A pipeline and its budget as pictures -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SVG elements for a page of HtmlPage.h, whose style sheet colours them. They
// are drawn from a run through the schedule and from what the budget computed;
// nothing in them is measured.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_WRITE_DRAWINGS_H
#define PIPELINE_REWRITE_WRITE_DRAWINGS_H

#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// Loads and computations of a rewritten loop over time, as the source has them
/// and as the new text has them: a lane per buffer, a line per barrier, columns
/// for prologue, loop and epilogue.
void drawTimelines(llvm::raw_ostream &OS, const Timeline &Of);

/// Shared memory of a block before and after against the static limit, the
/// limit after opt-in, and the cliff.
void drawBudget(llvm::raw_ostream &OS, const BudgetRow &Row);

} // namespace pipeline_rewrite
#endif
