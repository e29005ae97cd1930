//===- SharedTiles.cpp - Tiles that several loops of a kernel use ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Mentions.h"
#include "Chain/Chain.h"
#include "Plan/Choice/ExpectedGain.h"

using namespace clang;

namespace pipeline_rewrite {

/// What the stages of other loops of the kernel add to what its blocks have,
/// but for those of tiles that \p Mine has as well.
uint64_t Chain::bytesOfOtherStages(const PlanInstance &Mine) const {
  uint64_t Added = 0;
  for (const LoopRun &Other : Runs)
    for (const PlanInstance &Each : Other.Instances)
      if (Other.Planned &&
          Known.kernels().haveOneKernel(Each.Facts.Loop->Function,
                                        Mine.Facts.Loop->Function)) {
        const PipelinePlan &Plan = Other.Planned->Plan;
        const SharedMemoryUse Use = Plan.memoryOf(Each);
        Added += Use.staticBytes(Plan.Stages) + Use.dynamicBytes(Plan.Stages) -
                 Use.staticBytes(1) - Use.dynamicBytes(1);
        for (const Tile &T : Each.Facts.Tiles)
          if (const unsigned Buffers = Mine.Shared.lookup(T.Var))
            Added -= std::min(Added, (Buffers - 1) * T.Shape.Bytes);
      }
  return Added;
}

/// A tile of \p Run that a pipelined loop names: which of its buffers the other
/// loop means is that loop's to say.
static void leavePipelinedTiles(LoopRun &Run, const LoopRun &Pipelined) {
  const KLoop &Theirs = Pipelined.Site->Instances.front();
  for (const PlanInstance &Mine : Run.Instances)
    for (const Tile &T : Mine.Facts.Tiles)
      if (Theirs.Function == Mine.Facts.Loop->Function &&
          findMention(Theirs.Loop, T.Var))
        return Run.refuse(
            RefusalId::TileUsedOutside,
            "the loop in line " + std::to_string(Pipelined.Site->Place.Line) +
                ", which is pipelined, has '" + T.Shape.Name + "', too");
}

/// Several buffers, of which code behind the loop means the last, are none that
/// a loop there can fill: one buffer leaves a chance to both.
void Chain::leaveLaterTiles(LoopRun &Run) {
  for (const KLoopSite &Later : Known.sites()) {
    const Options &Asked = Annotations.optionsFor(Later);
    if (Later.Offset <= Run.Site->Offset || !isSelected(Later, Opts) ||
        Asked.Form == Variant::None || Annotations.offFor(Later))
      continue;
    const AnalysedLoop &Loop = Known.loop(Later, AnalysisInput(Asked));
    if (Loop.Reason)
      continue;
    for (const LoopFacts &Theirs : Loop.Instances)
      for (PlanInstance &Mine : Run.Instances)
        for (const Tile &T : Mine.Facts.Tiles)
          if (Mine.outsideUse(T) == OutsideUse::Last &&
              Theirs.findTile(T.Var)) {
            Mine.IsApart =
                Answer("the loop in line " + std::to_string(Later.Place.Line) +
                       " fills it, too");
            Mine.InOtherLoops.insert(T.Var);
          }
  }
}

/// A tile that two loops name has several buffers in both where neither relies
/// on what the other leaves in it, or in the first that is planned: the other
/// one means that loop's outside.
void Chain::settleSharedTiles(LoopRun &Run) {
  if (isFormOpen(Run.Asked))
    leaveLaterTiles(Run);
  for (const LoopRun &Other : Runs) {
    if (Other.Report.Verdict == LoopVerdict::AlreadyPipelined)
      leavePipelinedTiles(Run, Other);
    for (const PlanInstance &Theirs : Other.Instances)
      for (PlanInstance &Mine : Run.Instances)
        if (Other.Planned &&
            Theirs.Facts.Loop->Function == Mine.Facts.Loop->Function)
          settleSharedTiles(Run, Mine, Other, Theirs);
  }
}

/// The buffers that both loops can have of a tile; 0 if they cannot.
static unsigned sharedBuffers(const VarDecl *Tile, const PlanInstance &Mine,
                              const PlanInstance &Theirs,
                              const PipelinePlan &Plan) {
  for (const PlanInstance *Each : {&Mine, &Theirs}) {
    const struct Tile *Of = Each->Facts.findTile(Tile);
    if (!Of || Each->outsideUse(*Of) != OutsideUse::First)
      return 0;
  }
  const TilePlan *Planned = Plan.findTile(Tile);
  return Planned && Planned->Home == TileHome::Array ? Planned->Stages : 0;
}

void Chain::settleSharedTiles(LoopRun &Run, PlanInstance &Mine,
                              const LoopRun &Other,
                              const PlanInstance &Theirs) {
  const std::string Line =
      "the loop in line " + std::to_string(Other.Site->Place.Line);
  const PipelinePlan &Plan = Other.Planned->Plan;
  auto IsNamedIn = [](const LoopFacts &F, const Tile &T) {
    return F.findTile(T.Var) || findMention(F.Loop->Loop, T.Var);
  };
  for (const Tile &T : Mine.Facts.Tiles)
    if (Mine.outsideUse(T) != OutsideUse::Unknown && IsNamedIn(Theirs, T)) {
      Mine.IsApart = Line + " uses it";
      if (const unsigned Buffers = sharedBuffers(T.Var, Mine, Theirs, Plan))
        Mine.Shared[T.Var] = Buffers;
      else
        Mine.InOtherLoops.insert(T.Var);
    }
  for (const Tile &T : Theirs.Facts.Tiles)
    if (Theirs.outsideUse(T) != OutsideUse::Unknown && Plan.Stages > 1 &&
        IsNamedIn(Mine, T) && !Mine.Shared.count(T.Var))
      return Run.refuse(RefusalId::TileUsedOutside,
                        Line + " has several buffers of '" + T.Shape.Name +
                            "', of which the first is meant here");
}

/// The tile of \p Of to which the plan gives other buffers than another loop
/// has given it; nullptr if there is none.
static const VarDecl *findUnlike(const PlanResult &Result,
                                 const PlanInstance &Of) {
  const auto *Made = std::get_if<PlannedLoop>(&Result);
  if (Made)
    for (auto [Tile, Buffers] : Of.Shared) {
      const TilePlan *Planned = Made->Plan.findTile(Tile);
      if (Planned->Home != TileHome::Array || Planned->Stages != Buffers)
        return Tile;
    }
  return nullptr;
}

/// A plan that gives tiles as many buffers as other loops have given them.
PlanResult Chain::planTogether(const LoopRun &Run) const {
  const PlanInstance &First = Run.Instances.front();
  PlanResult Result = planPipeline(Run.Instances, Unit, Run.Asked);
  if (const VarDecl *Tile = findUnlike(Result, First)) {
    Options Same = Run.Asked;
    Same.Stages = First.Shared.lookup(Tile);
    Result = planPipeline(Run.Instances, Unit, Same);
  }
  if (const VarDecl *Tile = findUnlike(Result, First))
    return PlanRefused{Refusal{RefusalId::TileUsedOutside,
                               Run.Site->Place,
                               "another loop has " +
                                   std::to_string(First.Shared.lookup(Tile)) +
                                   " buffers of '" + Tile->getNameAsString() +
                                   "', and this one cannot have as many",
                               {}},
                       {}};
  return Result;
}

} // namespace pipeline_rewrite
