//===- PlanPipeline.cpp - Facts and options to a plan ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/PlanPipeline.h"
#include "Analyse/Ranges/RangeTest.h"
#include "Match/FindKLoops.h"
#include "Plan/Choice/BudgetRules.h"
#include "Plan/Choice/ExpectedGain.h"
#include "Plan/Decisions.h"
#include "Plan/Instances.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

void sayOutsideUses(PipelinePlan &P, const PlanInstance &Of) {
  for (const Tile &T : Of.Facts.Tiles)
    if (P.Stages > 1 && Of.outsideUse(T) != OutsideUse::Unknown)
      P.Deciding.push_back(
          "outside the loop '" + T.Shape.Name + "' is " +
          (T.Outside == OutsideUse::First
               ? Of.Shared.count(T.Var)
                     ? "its first buffer, or one of another loop's: none "
                       "relies "
                       "on the other"
                     : "its first buffer: no side relies on the other"
               : "the buffer with the last tile"));
}

/// With a test in front of it the loop's text stands twice.
std::optional<Refusal> findUnkeepable(const PlanInput &In) {
  const Stmt *Once = findOnceOnly(In.Facts);
  if (!Once)
    return std::nullopt;
  return In.refuse(In.Facts.Ranges ? RefusalId::MayAlias
                                   : RefusalId::DynamicSharedMemory,
                   "with a test in front of it the loop would stand there "
                   "twice, and holds a declaration that may not be repeated",
                   Once, "declared here");
}

void sayTest(PipelinePlan &P, const RangeTest &Test) {
  auto NamesOf = [](const std::vector<TouchedRange> &Ranges) {
    std::string Text;
    for (const TouchedRange &Each : Ranges)
      if (const std::string Name = "'" + Each.Name + "'";
          Text.find(Name) == std::string::npos)
        Text += (Text.empty() ? "" : ", ") + Name;
    return Text;
  };
  P.Deciding.push_back("a test in front of it asks whether what is stored to " +
                       NamesOf(Test.Stored) + " misses what is loaded from " +
                       NamesOf(Test.Loaded) +
                       "; else the original loop runs, which stays beside it");
}

/// Operations of a thread in the longest tile that was timed unrolled
/// (docs/measurements.md, "Tensor maps in a loop that is unrolled").
constexpr double MostOperationsUnrolled = 1024;

/// Where it was seen to pay: one thread starts the copies of all tiles, each
/// once, and there are no matrix instructions, whose time it did not change.
bool mayUnroll(const PipelinePlan &P, const PlanInput &In) {
  return In.Opts.Unroll == LoopUnroll::Auto && P.usesAsync() &&
         P.Api == AsyncApi::TensorMaps &&
         P.placedTiles().size() == P.Tiles.size() &&
         llvm::all_of(In.Instances, [](const LoopFacts &F) {
           return !F.UsesTensorCores && F.Operations > 0 &&
                  F.Operations <= MostOperationsUnrolled;
         });
}

void decideUnroll(PipelinePlan &P, const PlanInput &In) {
  if (!In.Facts.Loop->unrollHint()) {
    P.UnrollLoop = mayUnroll(P, In);
    if (P.UnrollLoop)
      P.Deciding.push_back("the loop is unrolled by its " +
                           std::to_string(P.Stages) +
                           " buffers, so that each is a constant");
    return;
  }
  P.RollLoop = In.Opts.Unroll == LoopUnroll::Roll;
  P.Deciding.push_back(P.RollLoop ? "'#pragma unroll' of the loop is dropped"
                                  : "'#pragma unroll' of the loop stays");
}

/// Static tiles may become dynamic.
Answer mayMoveTiles(const PlanInstance &Of) {
  Answer Can = Of.canGrow();
  for (const VarDecl *V : Of.moves())
    if (Of.outsideUse(*Of.Facts.findTile(V)) == OutsideUse::Last)
      Can.also({"what stands after the loop uses '" + V->getNameAsString() +
                    "' as the last iteration leaves it",
                V->getLocation()});
  return Can;
}

bool areMovable(const PlanInstance &Of) {
  return !Of.moves().empty() && !mayMoveTiles(Of).isNo();
}

/// ", or another block than (16, 16, 1),"; empty where it may have any.
std::string askedBlocks(const LaunchTest &Test) {
  std::string Text;
  for (const BlockShape &B : Test.Blocks)
    Text += (Text.empty() ? ", or another block than (" : " and (") +
            std::to_string(B[0]) + ", " + std::to_string(B[1]) + ", " +
            std::to_string(B[2]) + ")";
  return Text.empty() ? Text : Text + ",";
}

/// Stages of dynamic memory are given by the launches.
void growLaunches(PipelinePlan &P, llvm::ArrayRef<PlanInstance> Instances) {
  if (P.Stages == 1 || (!P.movesTiles() && P.tilesAt(TileHome::Launch).empty()))
    return;
  P.Launch = planLaunches(P, Instances);
  P.askLaunch();
  if (P.movesTiles())
    P.Deciding.push_back(
        !P.Launch.Test
            ? "the tiles become dynamic shared memory, because their stages "
              "pass 48 KB"
            : "all stages but the first become dynamic shared memory, "
              "because they pass 48 KB");
  const std::string Bytes = std::to_string(P.Launch.AtLeast) + " bytes";
  P.Deciding.push_back("the launches give at least " + Bytes +
                       " of dynamic shared memory" +
                       (P.Launch.RaiseLimit ? " and raise its limit" : ""));
  if (P.Launch.Test)
    P.Deciding.push_back("a launch that gives fewer than " + Bytes +
                         askedBlocks(*P.Launch.Test) +
                         " runs the original loop, which stays beside it");
}

/// What another build may make untrue of buffers.
void assertSizes(PipelinePlan &P, const PlanInput &In) {
  const ASTContext &Context = In.Unit.context();
  bool MayPassLimit = false;
  for (size_t I = 0; I < P.Tiles.size(); ++I) { // in each instance alike
    TilePlan &T = P.Tiles[I];
    if (T.Home != TileHome::Array)
      continue;
    P.AssertedRoom.push_back(T.Var);
    if (!In.Facts.Tiles[I].SizeIsBuilds)
      continue;
    MayPassLimit = true;
    for (const LoopFacts &F : In.Instances)
      if (const unsigned Wide = F.stageAlignment(F.Tiles[I]);
          Wide > Context.getTypeAlignInChars(T.Var->getType()).getQuantity())
        T.AssertAlign = std::max(T.AssertAlign, Wide);
  }
  if (!MayPassLimit)
    P.AssertedRoom.clear();
}

class Planner {
public:
  /// \p MayMove: static tiles may become dynamic where they pass 48 KB.
  Planner(llvm::ArrayRef<PlanInstance> Instances, const SourceUnit &Unit,
          const Options &Opts, bool MayMove)
      : In(Instances, Unit, Opts), MayMove(MayMove) {}

  std::variant<PlannedLoop, PlanRefused> run() {
    if (auto R = findDifference())
      return refused(*R);
    Attempt Best = tryForm(In.Opts.Form);
    // Whatever stands in the way of a second buffer, one buffer keeps the
    // source's tile.
    if (Best.Reason && In.Opts.Form == Variant::Auto) {
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
        // Written out, they may hide nothing that two buffers need.
        Single.Reason->Macros = Best.Reason->Macros;
        Best = std::move(Single);
      }
    }
    if (Best.Reason)
      return PlanRefused{*Best.Reason, Best.Loop.Budget};
    if (!In.Facts.Repair.empty())
      Best.Loop.Plan.Deciding.push_back(In.Facts.Repair);
    if (In.Facts.Ranges)
      sayTest(Best.Loop.Plan, *In.Facts.Ranges);
    return std::move(Best.Loop);
  }

private:
  struct Attempt {
    PlannedLoop Loop;
    std::optional<Refusal> Reason;
  };

  static PlanRefused refused(Refusal R) { return {std::move(R), {}}; }

  //===--------------------------------------------------------------------===//
  // Instances
  //===--------------------------------------------------------------------===//

  std::optional<Refusal> findDifference() const {
    for (const PlanInstance &Other : In.Instances.drop_front())
      if (!serves(In.First, Other))
        return In.refuse(RefusalId::InstancesDiffer,
                         "the instances '" + In.First.Memory.Instance +
                             "' and '" + Other.Memory.Instance +
                             "' need different pipelines");
    return std::nullopt;
  }

  //===--------------------------------------------------------------------===//
  // One form
  //===--------------------------------------------------------------------===//

  Attempt tryForm(Variant Form) {
    Attempt A;
    PipelinePlan &P = A.Loop.Plan;
    P.Instance = &In.First;
    P.Facts = &In.Facts;
    P.Builds = In.Facts.Builds;
    P.Stages = describe(Form).HasOneBuffer ? 1 : In.Opts.Stages;
    P.Shape = In.Opts.Epilogue == EpilogueShape::Peel && mayPeel(Form)
                  ? LoopShape::Peel
                  : LoopShape::Predicate;
    P.HoistInit = mustHoistInit(In.Facts, P.Shape);
    P.KeepLoadBarrier = In.Facts.LoadBarrierMatters;
    P.KeepTrailingBarrier = trailingBarrierMatters(In.Facts);
    chooseCopies(P, In, Form);
    if (mustCopySome(Form) && !P.usesAsync())
      A.Reason = In.refuse(RefusalId::CopyNotRaw,
                           "no tile can be copied by cp.async: " +
                               In.Facts.Tiles.front().Shape.Name + ": " +
                               canBeAsync(In, 0).because());
    if (!A.Reason && P.Stages > 1)
      A.Reason = findSingleBufferOnly(In);
    if (!A.Reason)
      A.Reason = splitByCopies(P, In, Form);
    if (!A.Reason)
      decideActions(P.Phases, In.Facts, P);
    if (const auto Only = describe(Form).Interface; !Only)
      decideApi(P, In.Instances, In.Unit, In.Opts);
    else if (!A.Reason)
      A.Reason = useInterface(*Only, P, In);
    decideStages(P);
    if (!A.Reason) {
      decideHomes(P);
      assertSizes(P, In);
      growLaunches(P, In.Instances);
    }
    P.KeepSource = In.Facts.Ranges || P.Launch.Test;
    sayOutsideUses(P, In.First);
    // Without it ptxas moves guarded fetches behind the computation in many a
    // kernel; it cost 1 % at most (docs/measurements.md).
    P.HoldLoads = P.Shape == LoopShape::Predicate && P.usesRegisters() &&
                  !In.Facts.ChoosesBarrier;
    decideUnroll(P, In);
    A.Loop.Budget = budgetOf(P, In.Instances, P.Stages, In.Opts.Archs);
    if (!A.Reason && P.Stages > 1)
      A.Reason = findBudgetRefusal(P, A.Loop.Budget);
    if (!A.Reason && P.Shape == LoopShape::Peel)
      A.Reason = findUnpeelable(In);
    if (!A.Reason && P.KeepSource)
      A.Reason = findUnkeepable(In);
    return A;
  }

  static bool mayPeel(Variant Form) {
    const std::optional<AsyncApi> Only = describe(Form).Interface;
    return !Only || describe(*Only).MayPeel;
  }

  /// An interface of the variant's own says itself which tiles it cannot copy.
  static bool mustCopySome(Variant Form) {
    const CopyVariant &Ways = describe(Form);
    return Ways.Tiles == TileChoice::Async && !Ways.Interface;
  }

  /// As many as were asked for, in static memory if that is enough.
  void decideStages(PipelinePlan &P) const {
    const PipelinePlan Asked = P;
    giveStages(P, In.Instances, In.Opts);
    const bool IsLess = In.Opts.StagesBy == StageCount::Fitting &&
                        P.Stages < Asked.Stages &&
                        passesStaticLimit(P, In.Instances, P.Stages + 1);
    if (!MayMove || P.Stages == 1 || !P.copies().MayMoveTiles ||
        !(IsLess || passesStaticLimit(P, In.Instances, P.Stages)) ||
        !canMove(P))
      return;
    P = Asked;
    for (TilePlan &T : P.Tiles)
      T.Home = P.homeOfMoved();
    giveStages(P, In.Instances, In.Opts);
  }

  /// The launches of a template give all instances as much. A pointer is to the
  /// stage that all tiles are in.
  bool canMove(const PipelinePlan &P) const {
    return !P.Parts &&
           llvm::all_of(In.Instances, [&](const PlanInstance &Each) {
             return areMovable(Each) && P.memoryOf(Each).staticBytes(2) ==
                                            P.memoryOf(In.First).staticBytes(2);
           });
  }

  std::optional<Refusal>
  findBudgetRefusal(const PipelinePlan &P,
                    llvm::ArrayRef<BudgetRow> Budget) const {
    Answer Fits = fitsBudget(P, Budget, In.Instances, In.Opts);
    if (!Fits.isNo())
      return std::nullopt;
    Refusal R = In.refuse(Fits);
    if (P.movesTiles() || R.Id != RefusalId::SharedMemoryExceeded)
      return R;
    if (!In.Opts.EditLaunches)
      R.Detail += "; it stays static, because of --no-edit-launches";
    for (const PlanInstance &Each : In.Instances)
      if (const Answer Can = mayMoveTiles(Each); Can.isNo()) {
        R.Detail += "; it stays static, because " + Can.because();
        In.addWhere(R, Each.Facts.Growth, Can);
        return R;
      }
    if (!In.First.moves().empty())
      R.Detail += P.Parts ? "; it stays static, because its tiles are not all "
                            "loaded as far ahead"
                          : "; it stays static, because the instances of the "
                            "template need different amounts";
    return R;
  }

  /// Where the buffers go of those tiles that do not move.
  void decideHomes(PipelinePlan &P) const {
    for (TilePlan &T : P.Tiles)
      if (T.Stages > 1 && T.Home == TileHome::Source)
        T.Home = In.Facts.findTile(T.Var)->Dynamic ? TileHome::Launch
                                                   : TileHome::Array;
  }

  const PlanInput In;
  const bool MayMove;
};

PlanResult planForm(llvm::ArrayRef<PlanInstance> Instances,
                    const SourceUnit &Unit, const Options &Opts) {
  const auto Start = Instances.front().Facts.Loop->Loop->getBeginLoc();
  if (Answer Gain = hasSomethingToGain(Instances, Opts); Gain.isNo())
    return PlanRefused{refusalOf(Gain, Start, Unit), {}};
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
  auto Result = Planner(Instances, Unit, Opts, /*MayMove=*/true).run();
  if (wantsMeasuredForm(Opts) && std::holds_alternative<PlannedLoop>(Result))
    return PlanRefused{refusalOf({RefusalId::NothingToGain,
                                  "it has no room for three stages, and no "
                                  "nvcc has compiled its other forms"},
                                 Start, Unit),
                       {}};
  return Result;
}

} // namespace

std::vector<const LoopFacts *> fullestFirst(llvm::ArrayRef<LoopFacts> Of) {
  std::vector<const LoopFacts *> Out;
  for (const LoopFacts &Each : Of)
    Out.push_back(&Each);
  auto Loads = [](const LoopFacts *F) {
    return llvm::count_if(F->Units,
                          [](const LoopUnit &U) { return U.isLoadSide(); });
  };
  if (!Out.empty())
    std::swap(Out.front(), *llvm::max_element(Out, [&](auto *A, auto *B) {
                return Loads(A) < Loads(B);
              }));
  return Out;
}

PlanResult planPipeline(llvm::ArrayRef<PlanInstance> Instances,
                        const SourceUnit &Unit, const Options &Opts) {
  auto Result = planForm(Instances, Unit, Opts);
  if (auto *Made = std::get_if<PlannedLoop>(&Result)) {
    decideFragments(Made->Plan, {Instances, Unit, Opts});
    decideBounds(Made->Plan, {Instances, Unit, Opts});
  }
  return Result;
}

} // namespace pipeline_rewrite
