//===- TileCopyText.h - A tile that is loaded once, as text ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_TILECOPYTEXT_H
#define PIPELINE_REWRITE_EMIT_TILECOPYTEXT_H

#include "Emit/EditSet.h"
#include "Emit/Source/Names.h"
#include "Plan/PlanTileCopies.h"
#include "Schedule/LoopSchedule.h"
#include <variant>

namespace pipeline_rewrite {

/// Renders a plan as edits of the user's text: each copy becomes a
/// __pipeline_memcpy_async(), and a commit and a wait stand in front of the
/// barrier, once for all tiles that it serves.
///
/// Refuses:  code-in-macro: what cannot be edited as text; instances-differ:
///           an element type that another instance may give another size.
/// Requires: the plan has no Reason; checkCopyOnce() finds nothing.
std::variant<EditSet, Refusal> emitTileCopy(const TileCopyPlan &Plan,
                                            const LoopSchedule &Schedule,
                                            const SourceUnit &Unit,
                                            Names &Names);

} // namespace pipeline_rewrite
#endif
