//===- Decisions.h - What is decided of a plan, one after another ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Plan: the decisions of planPipeline(), in its order. Each is made
// in a file of its own, which a line here names.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_DECISIONS_H
#define PIPELINE_REWRITE_PLAN_DECISIONS_H

#include "Analyse/LoopFacts.h"
#include "Frontend/SourceUnit.h"
#include "Options/Options.h"
#include "Plan/PipelinePlan.h"
#include "Plan/PlanInput.h"

namespace pipeline_rewrite {

// Copies/CanPeel.cpp

/// PipelinePlan::HoistInit of a loop of that shape.
bool mustHoistInit(const LoopFacts &Facts, LoopShape Shape);

/// The peeled tile repeats the computation's text: what may stand only once
/// forbids it.
std::optional<Refusal> findUnpeelable(const PlanInput &In);

/// A barrier after the peeled last tile is needed only if something can
/// follow it.
bool trailingBarrierMatters(const LoopFacts &Facts);

/// What declares something in the computation that a second copy of the text
/// would declare again: a static variable, a register or label of inline
/// assembly outside of its braces. nullptr if there is none.
const clang::Stmt *findOnceOnly(const LoopFacts &Facts);

// Copies/ChooseCopies.cpp

/// The tiles of a plan, each copied in the way that suits it.
void chooseCopies(PipelinePlan &Plan, const PlanInput &In, Variant Form);

/// Splits the loads; a tile whose values cannot wait in registers is copied
/// asynchronously instead if the choice is ours.
std::optional<Refusal> splitByCopies(PipelinePlan &Plan, const PlanInput &In,
                                     Variant Form);

/// Tile number \p I, in every instance.
Answer canBeAsync(const PlanInput &In, unsigned I);

// Copies/SingleBuffer.cpp

/// Facts that tie a tile to the one buffer that the source gave it.
std::optional<Refusal> findSingleBufferOnly(const PlanInput &In);

// Phases/LoadActions.cpp. The last of the decisions about a load slice: Emit
// renders each statement as LoadPhases says, and looks at no statement's
// meaning.

/// Decides the actions of \p Phases, the phases of \p Slice, and those of the
/// functions that it calls, with what their text asserts and says.
///
/// Requires:   Plan's tiles have their copies, and Phases its statements.
void decideActions(LoadPhases &Phases, const LoadSlice &Slice,
                   const PipelinePlan &Plan);

// Choice/DecideStages.cpp, DecideFragments.cpp, DecideBounds.cpp

/// Gives a plan with these copies and this shape its buffers: Plan.Stages,
/// which is what was asked for, at most.
void giveStages(PipelinePlan &Plan, llvm::ArrayRef<PlanInstance> Instances,
                const Options &Opts);

/// Sets PipelinePlan::FragmentsAhead where that is asked for
/// (Options::Fragments) and can be done; Deciding says why where it cannot.
/// Requires:   the plan's copies are decided.
void decideFragments(PipelinePlan &Plan, const PlanInput &In);

/// Sets PipelinePlan::Bounds where a number of blocks is asked for
/// (Options::MinBlocks) and can be written; Deciding says why where it cannot.
/// Requires:   the plan's interface is decided, and whether it has a twin.
void decideBounds(PipelinePlan &Plan, const PlanInput &In);

// PartitionMaps.cpp

/// A warp that a block is given besides starts the copies of all boxes.
///
/// Takes:    a plan in which tensor maps copy.
/// Refuses:  tma-kernel, tma-box, tma-launches.
std::optional<Refusal> partitionMaps(PipelinePlan &Plan, const PlanInput &In);

// Copies/DecideApi.cpp

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
