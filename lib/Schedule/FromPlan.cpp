//===- FromPlan.cpp - The schedule of a plan ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/FromPlan.h"
#include "Plan/Copies/CopyState.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

static BodyUnit bodyUnit(const LoopFacts &Facts, unsigned I) {
  const LoopUnit &U = Facts.Units[I];
  const KLoop &Loop = *Facts.Loop;
  BodyUnit Out;
  switch (U.Role) {
  case UnitRole::Compute:
  case UnitRole::Both:
    Out.Kind = BodyUnit::Compute;
    break;
  case UnitRole::Load:
    Out.Kind = BodyUnit::Load;
    break;
  case UnitRole::Declaration:
    Out.Kind = BodyUnit::Declaration;
    break;
  case UnitRole::LoadBarrier:
    Out.Kind = BodyUnit::LoadBarrier;
    break;
  case UnitRole::TrailingBarrier:
    Out.Kind = BodyUnit::TrailingBarrier;
    break;
  }
  Out.IsBarrier = llvm::is_contained(Loop.Barriers, I);
  Out.Added = U.Added;
  Out.IsVote = Loop.isVote(U.S);
  Out.MayExit = llvm::any_of(Loop.Exits,
                             [&](const LoopExit &E) { return E.Unit == U.S; });
  return Out;
}

static LoopHeader headerOf(const PipelinePlan &Plan) {
  const LoopFacts &Facts = *Plan.Facts;
  LoopHeader Out;
  Out.Rolls = Plan.RollLoop;
  Out.Unroll = Plan.UnrollLoop ? Plan.Stages : 0;
  Out.TestFirst = !Facts.Loop->isBodyFirst();
  Out.HasIncrement = Facts.Loop->increment();
  Out.ComputesIncrement = Facts.IncrementOnComputeSide;
  const Stmt *Init = Facts.Loop->init();
  if (!Init)
    return Out;
  if (!isa<DeclStmt>(Init) || Plan.HoistInit)
    Out.Init = LoopHeader::MovesBefore;
  else if (Plan.Shape == LoopShape::Peel)
    Out.Init = LoopHeader::Replaced;
  return Out;
}

ScheduleInput scheduleInput(const PipelinePlan &Plan) {
  const LoopFacts &Facts = *Plan.Facts;
  ScheduleInput In;
  for (unsigned I = 0; I < Facts.Units.size(); ++I)
    In.Units.push_back(bodyUnit(Facts, I));
  In.FirstLoad = Facts.FirstLoad;
  In.LoadBarrier = Facts.LoadBarrier;
  In.TrailingBarrier = Facts.TrailingBarrier;
  In.Header = headerOf(Plan);
  In.InOuterLoop = Facts.Loop->InOuterLoop;
  In.StateIsKept = loopThatKeepsState(Plan) != nullptr;
  In.Stages = Plan.Stages;
  In.Copies = Plan.usesAsync();
  In.Stores = Plan.hasRegisterTile();
  In.Fetches = Plan.usesRegisters();
  In.TwoDistances = Plan.Parts != nullptr;
  In.Protocol = Plan.copies().Protocol;
  In.Peel = Plan.Shape == LoopShape::Peel;
  In.PinFetches = Plan.HoldLoads;
  In.KeepSource = Plan.KeepSource;
  if (Plan.FragmentsAhead) {
    In.StepsAhead = Facts.Steps.Loop.Trips;
    In.StepUnit = Facts.Steps.Unit;
  }
  In.KeepLoadBarrier = Plan.KeepLoadBarrier;
  In.KeepTrailingBarrier = Plan.KeepTrailingBarrier;
  In.WaitIsBarrier = Plan.WaitIsBarrier;
  return In;
}

std::optional<std::string> findOtherBuffers(const PipelinePlan &Plan,
                                            const LoopSchedule &S) {
  for (const TilePlan &T : Plan.Tiles)
    for (const LoadStream &Each : S.Streams)
      if ((T.Copy == CopyKind::Register ? Each.Stores : Each.Copies) &&
          Each.Buffers != T.Stages)
        return "'" + T.Var->getNameAsString() + "' has " +
               std::to_string(T.Stages) + " buffers, and its steps use " +
               std::to_string(Each.Buffers);
  return std::nullopt;
}

} // namespace pipeline_rewrite
