//===- HeaderMacros.h - Macros that a new header must stand above ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit and to those who ask for an #include. A project's header that
// defines max(a, b) makes nonsense of <cuda_pipeline.h> behind it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_HEADERMACROS_H
#define PIPELINE_REWRITE_EMIT_HEADERMACROS_H

#include "Frontend/SourceUnit.h"
#include "Options/Refusal.h"
#include "Plan/PipelinePlan.h"

namespace pipeline_rewrite {

/// Where the headers of \p Api must stand in the subject: before the first line
/// that defines a macro whose name they use, or includes a header of the user's
/// that does. No limit: ~0u.
unsigned includeLimit(AsyncApi Api, const SourceUnit &Unit);

/// No place in the subject is above such a macro: it is defined before the
/// subject, a header, begins, or the command line of this or another build
/// defines it.
///
/// Refuses: name-conflict, at \p Place.
std::optional<Refusal> findMacroAbove(AsyncApi Api, const SourceUnit &Unit,
                                      const SourcePlace &Place);

} // namespace pipeline_rewrite
#endif
