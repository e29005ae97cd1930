//===- DecideApi.h - The interface of asynchronous copies -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_DECIDEAPI_H
#define PIPELINE_REWRITE_PLAN_DECIDEAPI_H

#include "Frontend/SourceUnit.h"
#include "Options/Options.h"
#include "Plan/PipelinePlan.h"
#include "Plan/PlanInput.h"

namespace pipeline_rewrite {

/// Sets PipelinePlan::Api: what is asked for, or the primitives where that
/// cannot be compiled or might wait for ever; Deciding says why then. Sets
/// WaitIsBarrier with it.
/// Requires:   each tile's Copy is decided, and which barriers are kept.
void decideApi(PipelinePlan &Plan, llvm::ArrayRef<PlanInstance> Instances,
               const SourceUnit &Unit, const Options &Opts);

/// All tiles by the interface that their variant is tied to.
/// Refuses:    what the interface's own file says.
std::optional<Refusal> useInterface(AsyncApi Api, PipelinePlan &Plan,
                                    const PlanInput &In);
/// The same for each of these interfaces of Copies.def, in a file of its own.
namespace tied_interface {
#define TIED_INTERFACE(Value)                                                  \
  std::optional<Refusal> Value(PipelinePlan &Plan, const PlanInput &In);
#include "Options/Copies.def"
} // namespace tied_interface

/// CUDART_VERSION of the toolkit that the unit is parsed with; 0 if it does not
/// say.
unsigned toolkitVersion(const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
