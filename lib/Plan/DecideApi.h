//===- DecideApi.h - The interface of asynchronous copies -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_DECIDEAPI_H
#define PIPELINE_REWRITE_PLAN_DECIDEAPI_H

#include "Frontend/SourceUnit.h"
#include "Options.h"
#include "Plan/PipelinePlan.h"

namespace pipeline_rewrite {

/// Sets PipelinePlan::Api: what is asked for, or the primitives where that
/// cannot be compiled; Deciding says why then.
/// Requires:   each tile's Copy is decided.
void decideApi(PipelinePlan &Plan, const SourceUnit &Unit, const Options &Opts);

} // namespace pipeline_rewrite
#endif
