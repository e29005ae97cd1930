//===- PlanPipeline.cpp - Facts and options to a plan ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/PlanPipeline.h"
#include "Frontend/WriteOut.h"
#include "Match/FindKLoops.h"
#include "Mutation.h"
#include "Plan/BudgetRules.h"
#include "Plan/CopyWidth.h"
#include "Plan/DecideApi.h"
#include "Plan/DecideStages.h"
#include "Plan/ExpectedGain.h"
#include "Plan/HeaderInit.h"
#include "Plan/Instances.h"
#include "Plan/LoadActions.h"
#include "Plan/OnceOnly.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Copies narrower than this are not worth cp.async unless asked for: copies of
/// 4 and 8 bytes lost up to 10 % against the plain loop on sm_90
/// (docs/performance.md).
constexpr unsigned MinWorthwhileCopy = 16;

class Planner {
public:
  /// \p MayMove: static tiles may become dynamic where they pass 48 KB.
  Planner(llvm::ArrayRef<LoopFacts> Instances, const SourceUnit &Unit,
          const Options &Opts, bool MayMove)
      : Instances(Instances), Facts(Instances.front()), Unit(Unit), Opts(Opts),
        MayMove(MayMove) {}

  std::variant<PlannedLoop, PlanRefused> run() {
    if (auto R = findDifference())
      return refused(*R);
    Attempt Best = tryForm(Opts.Form);
    // Whatever stands in the way of a second buffer, one buffer keeps the
    // source's tile.
    if (Best.Reason && Opts.Form == Variant::Auto) {
      Attempt Single = tryForm(Variant::LdgSingle);
      if (!Single.Reason) {
        Single.Loop.Fallback = Best.Reason;
        Single.Loop.Plan.Deciding.insert(Single.Loop.Plan.Deciding.begin(),
                                         "one buffer, because " +
                                             Best.Reason->Detail);
        Best = std::move(Single);
      } else if (Single.Reason->Id != Best.Reason->Id) {
        // What stands in the way of every form is the reason to give.
        Single.Reason->Notes.push_back(
            {Best.Reason->Place, "two buffers: " + Best.Reason->Detail});
        Best = std::move(Single);
      }
    }
    if (Best.Reason)
      return PlanRefused{*Best.Reason, Best.Loop.Budget};
    if (!Facts.Repair.empty())
      Best.Loop.Plan.Deciding.push_back(Facts.Repair);
    return std::move(Best.Loop);
  }

private:
  struct Attempt {
    PlannedLoop Loop;
    std::optional<Refusal> Reason;
  };

  Refusal refuse(RefusalId Id, std::string Detail, const Stmt *Cause = nullptr,
                 std::string Note = "") const {
    Refusal R{
        Id, Unit.place(Facts.Loop->Loop->getBeginLoc()), std::move(Detail), {}};
    if (Cause)
      R.Notes.push_back({Unit.place(Cause->getBeginLoc()), std::move(Note)});
    return R;
  }

  Refusal refuse(const Answer &No) const {
    return refusalOf(No, Facts.Loop->Loop->getBeginLoc(), Unit);
  }

  static PlanRefused refused(Refusal R) { return {std::move(R), {}}; }

  //===--------------------------------------------------------------------===//
  // Instances
  //===--------------------------------------------------------------------===//

  std::optional<Refusal> findDifference() const {
    for (const LoopFacts &Other : Instances.drop_front())
      if (structureOf(Other) != structureOf(Facts) &&
          !mutated(Mutation::AllowInstances))
        return refuse(RefusalId::InstancesDiffer,
                      "the instances '" + Facts.Memory.Instance + "' and '" +
                          Other.Memory.Instance + "' need different pipelines");
    return std::nullopt;
  }

  const Tile &tileIn(const LoopFacts &Instance, unsigned I) const {
    return Instance.Tiles[I];
  }

  //===--------------------------------------------------------------------===//
  // One form
  //===--------------------------------------------------------------------===//

  Attempt tryForm(Variant Form) {
    Attempt A;
    PipelinePlan &P = A.Loop.Plan;
    P.Facts = &Facts;
    P.Stages = Form == Variant::LdgSingle ? 1 : Opts.Stages;
    P.Shape = Opts.Epilogue == EpilogueShape::Peel ? LoopShape::Peel
                                                   : LoopShape::Predicate;
    P.HoistInit = mustHoistInit(Facts, P.Shape);
    P.KeepLoadBarrier =
        Facts.LoadBarrierMatters && !mutated(Mutation::DropKeptBarrier);
    P.KeepTrailingBarrier =
        trailingBarrierMatters() && !mutated(Mutation::DropEpilogueBarrier);
    chooseCopies(P, Form);
    if (Form == Variant::CpAsync && !P.usesAsync())
      A.Reason =
          refuse(RefusalId::CopyNotRaw, "no tile can be copied by cp.async: " +
                                            Facts.Tiles.front().Shape.Name +
                                            ": " + canBeAsync(0).because());
    if (!A.Reason && P.Stages > 1)
      A.Reason = findSingleBufferOnly();
    if (!A.Reason)
      A.Reason = split(P, Form);
    if (Opts.Widen)
      decideWidth(P, Instances);
    if (!A.Reason)
      decideActions(P.Phases, Facts, P);
    decideApi(P, Instances, Unit, Opts);
    decideStages(P);
    if (!A.Reason)
      growLaunches(P);
    sayOutsideUses(P);
    // Without it ptxas moves guarded fetches behind the computation in many a
    // kernel; it cost 1 % at most (docs/performance.md).
    P.HoldLoads = P.Shape == LoopShape::Predicate && P.usesRegisters();
    decideUnroll(P);
    A.Loop.Budget = budgetOf(P, Instances, P.Stages, Opts.Archs);
    if (!A.Reason && P.Stages > 1)
      A.Reason = findBudgetRefusal(P, A.Loop.Budget);
    if (!A.Reason && P.Shape == LoopShape::Peel)
      A.Reason = findUnpeelable();
    return A;
  }

  /// As many as were asked for, in static memory if that is enough.
  void decideStages(PipelinePlan &P) const {
    const PipelinePlan Asked = P;
    giveStages(P, Instances, Unit.context(), Opts);
    const bool IsLess = Opts.StagesBy == StageCount::Fitting &&
                        P.Stages < Asked.Stages &&
                        passesStaticLimit(P, Instances, P.Stages + 1);
    if (!MayMove || P.Stages == 1 || P.isPartitioned() ||
        !(IsLess || passesStaticLimit(P, Instances, P.Stages)) || !canMove(P))
      return;
    P = Asked;
    P.MoveTiles = true;
    giveStages(P, Instances, Unit.context(), Opts);
  }

  /// The launches of a template give all instances as much.
  bool canMove(const PipelinePlan &P) const {
    return llvm::all_of(Instances, [&](const LoopFacts &F) {
      return !F.Growth.Moves.empty() &&
             P.memoryOf(F).staticBytes(2) == P.memoryOf(Facts).staticBytes(2);
    });
  }

  std::optional<Refusal>
  findBudgetRefusal(const PipelinePlan &P,
                    llvm::ArrayRef<BudgetRow> Budget) const {
    Answer Fits = fitsBudget(P, Budget, Instances, Opts);
    if (!Fits.isNo())
      return std::nullopt;
    Refusal R = refuse(Fits);
    if (P.MoveTiles || R.Id != RefusalId::SharedMemoryExceeded)
      return R;
    if (!Opts.EditLaunches)
      R.Detail += "; it stays static, because of --no-edit-launches";
    for (const LoopFacts &F : Instances)
      if (const Answer &Can = F.Growth.CanGrow; Can.isNo()) {
        R.Detail += "; it stays static, because " + Can.because();
        addWhere(R, F.Growth, Can);
        return R;
      }
    if (!Facts.Growth.Moves.empty())
      R.Detail += "; it stays static, because the instances of the template "
                  "need different amounts";
    return R;
  }

  void addWhere(Refusal &R, const DynamicGrowth &Growth,
                const Answer &Can) const {
    if (Can.at().isValid())
      R.Notes.push_back({Unit.place(Can.at()), "here"});
    if (Growth.Launch.Elsewhere)
      R.Notes.push_back({*Growth.Launch.Elsewhere, "named here"});
  }

  void sayOutsideUses(PipelinePlan &P) const {
    for (const Tile &T : Facts.Tiles)
      if (P.Stages > 1 && T.Outside != OutsideUse::Unknown)
        P.Deciding.push_back(
            "outside the loop '" + T.Shape.Name + "' is " +
            (T.Outside == OutsideUse::First
                 ? "its first buffer: no side relies on the other"
                 : "the buffer with the last tile"));
  }

  void decideUnroll(PipelinePlan &P) const {
    if (!Facts.Loop->unrollHint())
      return;
    P.RollLoop = Opts.Unroll == LoopUnroll::Roll;
    P.Deciding.push_back(P.RollLoop ? "'#pragma unroll' of the loop is dropped"
                                    : "'#pragma unroll' of the loop stays");
  }

  /// Stages of dynamic memory are given by the launches.
  void growLaunches(PipelinePlan &P) const {
    if (P.Stages == 1)
      return;
    for (TilePlan &T : P.Tiles)
      T.Grows = Facts.findTile(T.Var)->Dynamic;
    if (!P.MoveTiles &&
        llvm::none_of(P.Tiles, [](const TilePlan &T) { return T.Grows; }))
      return;
    P.Launch = planLaunches(P, Instances);
    if (P.MoveTiles)
      P.Deciding.push_back("the tiles become dynamic shared memory, because "
                           "their stages pass 48 KB");
    P.Deciding.push_back(
        "the launches give " +
        (P.Launch.AtLeast
             ? "at least " + std::to_string(P.Launch.AtLeast) + " bytes of"
             : std::to_string(P.Stages) + " times the") +
        " dynamic shared memory" +
        (P.Launch.RaiseLimit ? " and raise its limit" : ""));
  }

  /// In every instance.
  Answer canBeAsync(unsigned I) const {
    Answer May;
    for (const LoopFacts &F : Instances)
      May.also(tileIn(F, I).CanBeAsync);
    return May;
  }

  unsigned copyBytes(unsigned I) const { return bytesOfCopy(Instances, I); }

  void chooseCopies(PipelinePlan &P, Variant Form) {
    for (unsigned I = 0; I < Facts.Tiles.size(); ++I) {
      const Tile &T = Facts.Tiles[I];
      TilePlan Plan;
      Plan.Var = T.Var;
      Plan.Stages = P.Stages;
      Plan.Hoist = T.DeclaredInLoop;
      const Answer May = canBeAsync(I);
      std::string Name = "'" + T.Shape.Name + "'";
      if (Form == Variant::CpAsync && May.isYes()) {
        Plan.Copy = CopyKind::Async;
        P.Deciding.push_back(Name + " is a raw copy of " +
                             std::to_string(copyBytes(I)) +
                             " bytes a time: cp.async");
      } else if (Form == Variant::CpAsync ||
                 (Form == Variant::Auto && May.isNo())) {
        P.Deciding.push_back(Name +
                             " goes through registers: " + May.because());
      } else if (Form == Variant::Auto) {
        chooseByWidth(P, Plan, Name, copyBytes(I));
      }
      if (Plan.Copy == CopyKind::Async)
        Plan.CopyBytes = copyBytes(I);
      P.AssertCopySize |=
          Plan.Copy == CopyKind::Async && copySizeVaries(Instances, I);
      P.Tiles.push_back(Plan);
    }
  }

  void chooseByWidth(PipelinePlan &P, TilePlan &Plan, const std::string &Name,
                     unsigned Bytes) {
    if (!anyHasAsyncCopy(Opts.Archs)) {
      P.Deciding.push_back(
          Name +
          " goes through registers: no target architecture has cp.async");
      return;
    }
    if (Bytes >= MinWorthwhileCopy) {
      Plan.Copy = CopyKind::Async;
      P.Deciding.push_back(Name + " is a raw copy of " + std::to_string(Bytes) +
                           " bytes a time: cp.async");
      return;
    }
    P.Deciding.push_back(
        Name + " goes through registers: its raw copies are " +
        std::to_string(Bytes) +
        " bytes wide, and so narrow a cp.async measured slower");
  }

  /// What the computation leaves in the tile, or beside it in the same array,
  /// would be left in one of the buffers.
  Refusal tileWritten(const Tile &T) const {
    const TileWrite &W = T.InCompute;
    std::string Name = "'" + T.Shape.Name + "'";
    if (!W.WrittenAs)
      return refuse(RefusalId::TileWrittenInCompute,
                    "the computation writes the tile " + Name, W.At,
                    "written here");
    Refusal R = refuse(
        RefusalId::TileWrittenInCompute,
        "the computation writes '" + W.WrittenAs->getNameAsString() +
            "', which cannot be told apart from the tile '" +
            W.FilledAs->getNameAsString() + "': both are parts of " + Name,
        W.At, "written here");
    R.Notes.push_back({Unit.place(W.FilledAt->getBeginLoc()), "filled here"});
    return R;
  }

  std::optional<Refusal> findUngrowable(const LoopFacts &F,
                                        const std::string &Name) const {
    const bool May = Opts.EditLaunches;
    Answer Can = F.Growth.CanGrow;
    Can.also(canMultiply(F));
    if (May && !Can.isNo())
      return std::nullopt;
    Refusal R = refuse(RefusalId::DynamicSharedMemory,
                       "the tile " + Name +
                           " is shared memory whose size the launch decides");
    R.Detail += May ? ", and it cannot be edited: " + Can.because()
                    : ", which --edit-launches would change";
    if (May)
      addWhere(R, F.Growth, Can);
    return R;
  }

  Refusal usedOutside(const LoopFacts &F, const Tile &T) const {
    const Answer &IsSeparate = F.Growth.IsSeparate;
    Refusal R =
        refuse(RefusalId::TileUsedOutside,
               "the tile '" + T.Shape.Name + "' is also used outside the loop" +
                   (IsSeparate.isNo() ? ", and " + IsSeparate.because() : ""),
               T.UsedOutside, "used here");
    if (IsSeparate.at().isValid())
      R.Notes.push_back({Unit.place(IsSeparate.at()), "here"});
    return R;
  }

  /// How far a limit is raised must be known to raise it several times as far.
  static Answer canMultiply(const LoopFacts &F) {
    return F.Memory.DynamicNeeded || F.Growth.Launch.limitIsConstant()
               ? Answer::yes()
               : "the host raises its limit to no constant";
  }

  /// Facts that tie a tile to the one buffer that the source gave it.
  std::optional<Refusal> findSingleBufferOnly() const {
    for (const LoopFacts &F : Instances)
      for (const Tile &T : F.Tiles) {
        std::string Name = "'" + T.Shape.Name + "'";
        if (T.Dynamic)
          if (auto R = findUngrowable(F, Name))
            return R;
        if (!T.Dynamic && F.MayGrow.isNo())
          return refuse(F.MayGrow);
        if (T.InCompute.At && !mutated(Mutation::AllowTileWrite))
          return tileWritten(T);
        if (T.isTied() && !mutated(Mutation::AllowUseOutside))
          return usedOutside(F, T);
        if (T.Stale && !mutated(Mutation::AllowStale))
          return refuse(RefusalId::StaleTile,
                        "a guard or an index that changes with the iteration "
                        "may leave elements of "
                        "an earlier tile in " +
                            Name,
                        T.Stale,
                        "not every iteration stores the same elements");
        unsigned Wide = F.stageAlignment(T);
        if (Wide && T.Shape.Bytes % Wide != 0 &&
            !mutated(Mutation::AllowMisalignedStage))
          return refuse(
              RefusalId::StageMisaligned,
              "one stage of " + Name + " has " + std::to_string(T.Shape.Bytes) +
                  " bytes, so that the next would not be aligned to " +
                  std::to_string(Wide));
      }
    return findHiddenName();
  }

  /// Last, since it alone goes away where the macro is written out.
  std::optional<Refusal> findHiddenName() const {
    std::optional<Refusal> Found;
    for (const Tile &T : Facts.Tiles)
      for (const Expr *Use : T.InMacro) {
        if (!Found)
          Found = refuse(RefusalId::CodeInMacro,
                         "'" + T.Shape.Name + "' is used inside a macro's body",
                         Use, "here");
        llvm::append_range(Found->Macros,
                           hidingMacros(Unit, Use->getExprLoc()));
      }
    return Found;
  }

  /// Splits the loads; a tile whose values cannot wait in registers is copied
  /// asynchronously instead if the choice is ours.
  std::optional<Refusal> split(PipelinePlan &P, Variant Form) {
    for (unsigned Try = 0; Try <= P.Tiles.size(); ++Try) {
      P.Phases = splitLoads(Facts, *Facts.Collector, Unit.context(),
                            P.registerTiles(Facts));
      if (!P.Phases.CanSplit.isNo() || Form != Variant::Auto || !makeAsync(P))
        break;
    }
    if (P.Phases.CanSplit.isNo())
      return refuse(P.Phases.CanSplit);
    for (const LoopFacts &Other : Instances.drop_front())
      if (fetchesOf(Other, P) != describeFetches(P.Phases) &&
          !mutated(Mutation::AllowInstances))
        return refuse(RefusalId::InstancesDiffer,
                      "its instances load different values");
    return std::nullopt;
  }

  /// Moves one register tile to cp.async; false if none can be moved.
  bool makeAsync(PipelinePlan &P) {
    for (unsigned I = 0; I < P.Tiles.size(); ++I) {
      TilePlan &T = P.Tiles[I];
      if (T.Copy == CopyKind::Async || canBeAsync(I).isNo() ||
          !anyHasAsyncCopy(Opts.Archs))
        continue;
      T.Copy = CopyKind::Async;
      T.CopyBytes = copyBytes(I);
      P.AssertCopySize |= copySizeVaries(Instances, I);
      // chooseCopies() gave each tile one reason.
      P.Deciding[I] = "'" + T.Var->getNameAsString() +
                      "' uses cp.async, narrow as its copies are: " +
                      P.Phases.CanSplit.because();
      return true;
    }
    return false;
  }

  std::string fetchesOf(const LoopFacts &Other, const PipelinePlan &P) const {
    LoadPhases Phases = splitLoads(Other, *Other.Collector, Unit.context(),
                                   P.registerTiles(Other));
    return Phases.CanSplit.isNo() ? "refused" : describeFetches(Phases);
  }

  //===--------------------------------------------------------------------===//
  // Shape
  //===--------------------------------------------------------------------===//

  /// A barrier after the peeled last tile is needed only if something can
  /// follow it.
  bool trailingBarrierMatters() const {
    if (Facts.SharedUsedAfter)
      return true;
    // What the computation reads may be written behind the loop, by a thread
    // that is already there.
    for (const LoopUnit &U : Facts.Units) {
      if (U.Role == UnitRole::Load)
        continue;
      Effects E = Facts.Collector->collect(U.S);
      for (Space S : {Space::Global, Space::Unknown})
        if (E.reads(S) || E.writes(S))
          return true;
    }
    return false;
  }

  /// The peeled tile repeats the computation's text: what may stand only once
  /// forbids it.
  std::optional<Refusal> findUnpeelable() const {
    if (Facts.ConditionWrites)
      return refuse(RefusalId::CannotPeel,
                    "the loop condition changes variables, and the peeled loop "
                    "asks it for the next tile alone",
                    Facts.Loop->Condition, "the condition");
    if (!Facts.Loop->Exits.empty())
      return refuse(RefusalId::CannotPeel,
                    "the last tile would be computed although the loop was "
                    "left before it",
                    Facts.Loop->Exits.front().Unit, "left here");
    if (const Stmt *S = findOnceOnly(Facts);
        S && !mutated(Mutation::PeelAnything))
      return refuse(RefusalId::CannotPeel,
                    "the computation holds a declaration that may not be "
                    "repeated",
                    S, "declared here");
    return std::nullopt;
  }

  llvm::ArrayRef<LoopFacts> Instances;
  const LoopFacts &Facts;
  const SourceUnit &Unit;
  const Options &Opts;
  const bool MayMove;
};

} // namespace

std::variant<PlannedLoop, PlanRefused>
planPipeline(llvm::ArrayRef<LoopFacts> Instances, const SourceUnit &Unit,
             const Options &Opts) {
  if (Answer Gain = hasSomethingToGain(Instances, Opts); Gain.isNo())
    return PlanRefused{
        refusalOf(Gain, Instances.front().Loop->Loop->getBeginLoc(), Unit), {}};
  const auto Wishes = wishesFor(Instances, Opts);
  auto IsDeep = [](const Wish &Each) { return Each.Opts.Stages > 2; };
  // Many stages where the tiles are, or else in dynamic memory; then the rest.
  for (auto [Deep, MayMove] :
       {std::pair(true, false), std::pair(true, true), std::pair(false, true)})
    for (const Wish &Each : Wishes) {
      if (IsDeep(Each) != Deep)
        continue;
      auto Result = Planner(Instances, Unit, Each.Opts, MayMove).run();
      if (auto *Made = std::get_if<PlannedLoop>(&Result)) {
        auto &Deciding = Made->Plan.Deciding;
        Deciding.insert(Deciding.begin(), Each.Why);
        return Result;
      }
    }
  return Planner(Instances, Unit, Opts, /*MayMove=*/true).run();
}

} // namespace pipeline_rewrite
