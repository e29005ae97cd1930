//===- CandidateForms.h - The forms that are worth compiling --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_CANDIDATEFORMS_H
#define PIPELINE_REWRITE_PLAN_CANDIDATEFORMS_H

#include "Plan/PlanPipeline.h"

namespace pipeline_rewrite {

/// A form that a loop may take, as options that plan it.
struct CandidateForm {
  Options Asked;
  std::string Form;      ///< PipelinePlan::summary()
  bool IsOfRules = true; ///< what is taken where nothing is compiled
};

/// The forms of a loop that a compiler is to judge: first what the rules take,
/// if they take one, then the others in the order in which they are likely to
/// be fast for a loop of its kind. How many blocks they leave to an SM is no
/// matter: that is judged from the code.
///
/// Takes:   the instances of a loop whose form is free, and what it is planned
///          with; \p ByRules may be null.
/// Gives:   options with which planPipeline() succeeds, each with another plan;
///          \p Most at most.
/// Never:   changes what the user has fixed: a shape, a number of stages,
///          --unroll.
std::vector<CandidateForm>
candidateForms(const PipelinePlan *ByRules,
               llvm::ArrayRef<PlanInstance> Instances, const SourceUnit &Unit,
               const Options &Asked, size_t Most);

} // namespace pipeline_rewrite
#endif
