//===- OtherForms.h - What to try if a form costs too much ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_OTHERFORMS_H
#define PIPELINE_REWRITE_PLAN_OTHERFORMS_H

#include "Plan/PlanPipeline.h"

namespace pipeline_rewrite {

/// What stands against a form: what it compiles to, or its text.
enum class FormsFor { Cost, Text };

/// Other forms for a loop whose compiled form spills or loses blocks per SM, or
/// whose text cannot be written, as options to plan it with, in the order in
/// which to try them: the main loop rolled, if a `#pragma unroll` is on it; the
/// same copies in the other shape; registers in place of copies, for text; two
/// stages where there were more; one buffer, in either shape. Once a rolled
/// loop is among them, all that follow are rolled too.
///
/// Takes:   what planPipeline() made of the options \p Asked.
/// Gives:   options with which planPipeline() succeeds, each with another plan;
///          six at most.
/// Never:   changes what the user has fixed: a variant, a shape, a number of
///          stages, --unroll.
std::vector<Options> otherForms(const PipelinePlan &Planned,
                                llvm::ArrayRef<PlanInstance> Instances,
                                const SourceUnit &Unit, const Options &Asked,
                                FormsFor Why);

} // namespace pipeline_rewrite
#endif
