//===- EmitEdits.h - Plan and source to edits -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_EMITEDITS_H
#define PIPELINE_REWRITE_EMIT_EMITEDITS_H

#include "Emit/EditSet.h"
#include "Emit/Source/Names.h"
#include "Plan/PipelinePlan.h"
#include "Schedule/LoopSchedule.h"
#include <variant>

namespace pipeline_rewrite {

/// A bug of ours: an edit that lies in text which goes, so that it would show
/// in the output only as something missing.
struct LostEdit {
  std::string What; ///< the text that would be missing
};

/// Renders a schedule as edits of the user's text. Decides nothing.
///
/// Takes:      a plan and its schedule, the unit that they were made from, the
///             names given so far.
/// Gives:      edits that are applied all or not at all; or a bug of ours.
/// Requires:   Plan.verify() and checkSchedule() find nothing.
/// Refuses:    code-in-macro, unseen-reference, name-conflict: what cannot be
///             edited as text.
/// Never:      changes a byte outside the loop, the tiles' declarations and one
///             include.
/// Next:       checkOutput() applies them in memory.
std::variant<EditSet, Refusal, LostEdit> emitEdits(const PipelinePlan &Plan,
                                                   const LoopSchedule &Schedule,
                                                   const SourceUnit &Unit,
                                                   Names &Names);

/// The edit that includes the headers of \p Api, each once, in the first
/// include block of the file: above the file's own macros, whose names they may
/// use, and in front of \p Use, where they are used first, and of \p Limit
/// (includeLimit()). nullopt if the file includes them there.
/// \p Support: what goes behind them.
std::optional<TextEdit> includeFor(std::optional<AsyncApi> Api,
                                   llvm::StringRef Text, unsigned Use,
                                   unsigned Limit = ~0u,
                                   llvm::StringRef Support = "");
/// Likewise of a header that is no part of the toolkit, as `#include "…"` names
/// it: in front of all that the file says.
std::optional<TextEdit> includeOwn(llvm::StringRef Header,
                                   llvm::StringRef Text);

} // namespace pipeline_rewrite
#endif
