//===- ChooseCopies.cpp - Registers or asynchronous copies ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/BlockShapes.h"
#include "Budget/Budget.h"
#include "Options/Copies.h"
#include "Plan/Copies/AsyncTargets.h"
#include "Plan/Decisions.h"
#include "Plan/Instances.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Copies narrower than this are not worth cp.async unless asked for: copies of
/// 4 and 8 bytes lost up to 10 % against the plain loop on sm_90
/// (docs/measurements.md).
constexpr unsigned MinWorthwhileCopy = 16;

/// The same values wait in registers, and what is written after the computation
/// has a place in the text of \p First.
bool loadAlike(const LoadPhases &First, llvm::ArrayRef<OtherLoads> Others) {
  const std::string Fetches = describeFetches(First);
  return llvm::all_of(Others, [&](const OtherLoads &Other) {
    return !Other.Phases.CanSplit.isNo() &&
           describeFetches(Other.Phases) == Fetches &&
           (Other.Phases.Store.empty() || !First.Store.empty());
  });
}

class CopyChooser {
public:
  CopyChooser(PipelinePlan &P, const PlanInput &In) : P(P), In(In) {}

  void choose(Variant Form) {
    const CopyVariant &Ways = describe(Form);
    for (unsigned I = 0; I < In.Facts.Tiles.size(); ++I) {
      const Tile &T = In.Facts.Tiles[I];
      TilePlan Plan;
      Plan.Var = T.Var;
      Plan.Stages = P.Stages;
      Plan.Hoist = T.DeclaredInLoop;
      const Answer May = canBeAsync(In, I);
      std::string Name = "'" + T.Shape.Name + "'";
      if (copiesOthersOnly(I, Ways))
        copyBeside(Plan, Name, I);
      else if (Ways.Tiles == TileChoice::Async && May.isYes())
        copyAsync(Plan, Name, copyBytes(I), Ways);
      else if (Ways.Tiles == TileChoice::Async ||
               (Ways.Tiles == TileChoice::ByWidth && May.isNo()))
        P.Deciding.push_back(Name +
                             " goes through registers: " + May.because());
      else if (Ways.Tiles == TileChoice::ByWidth)
        chooseByWidth(Plan, Name, copyBytes(I));
      if (Plan.Copy == CopyKind::Async)
        Plan.CopyBytes = copyBytes(I);
      Plan.AssertCopySize = copySizeVaries(I);
      P.Tiles.push_back(Plan);
    }
  }

  std::optional<Refusal> split(Variant Form) {
    const auto Blocks = [&] { return blocks(); };
    bool IsPlain = false;
    for (unsigned Try = 0; Try <= P.Tiles.size(); ++Try) {
      P.Phases = phasesOf(In.Facts, Blocks, Arms::Together);
      const bool IsSplit = !P.Phases.CanSplit.isNo();
      if (Form != Variant::Auto || (IsSplit && P.Phases.Open.empty()))
        break;
      if (!IsPlain && makeAsync())
        continue;
      if (IsSplit || !makePlain())
        break;
      IsPlain = true;
    }
    if (P.Phases.CanSplit.isNo())
      return In.refuse(P.Phases.CanSplit);
    if (!agree(Blocks, Arms::Together) && !keepArmsApart(Blocks))
      return In.refuse(RefusalId::InstancesDiffer,
                       "its instances load different values");
    return std::nullopt;
  }

private:
  /// Bytes of the narrowest asynchronous copy of tile number \p I in any
  /// instance.
  unsigned copyBytes(unsigned I) const {
    unsigned Least = 16;
    for (const LoopFacts &F : In.Instances)
      Least = std::min(Least, F.Tiles[I].CopyBytes);
    return Least;
  }

  /// The size of one copy differs between instances or builds, so that the text
  /// must check it.
  bool copySizeVaries(unsigned I) const {
    return llvm::any_of(In.Instances,
                        [&](const LoopFacts &F) {
                          return F.Tiles[I].CopyBytes !=
                                 In.Facts.Tiles[I].CopyBytes;
                        }) ||
           hasElementOfOthers(In.Facts, In.Facts.Tiles[I].Var);
  }

  /// The variant copies boxes, and finds some, but this tile is none.
  bool copiesOthersOnly(unsigned I, const CopyVariant &Ways) const {
    return Ways.Interface && describe(*Ways.Interface).CopiesBoxes &&
           In.First.areBoxes().isYes() && !In.Facts.Boxes.Of[I].Tile;
  }

  /// The threads copy it by 16 bytes, or it goes through registers.
  void copyBeside(TilePlan &Plan, const std::string &Name, unsigned I) {
    if (canBeAsync(In, I).isYes() && copyBytes(I) >= MinWorthwhileCopy &&
        !copySizeVaries(I)) {
      Plan.Copy = CopyKind::Async;
      P.Deciding.push_back(Name + " is no box: cp.async of 16 bytes");
    } else {
      P.Deciding.push_back(Name + " goes through registers: it is no box");
    }
  }

  /// An interface that comes with the variant says itself what it copies.
  void copyAsync(TilePlan &Plan, const std::string &Name, unsigned Bytes,
                 const CopyVariant &Ways) {
    Plan.Copy = CopyKind::Async;
    if (!Ways.Interface)
      P.Deciding.push_back(Name + " is a raw copy of " + std::to_string(Bytes) +
                           " bytes a time: cp.async" + withoutAsync());
  }

  /// Of targets that lack it: the same text is compiled for all.
  std::string withoutAsync() const {
    std::vector<std::string> Lacking;
    for (const std::string &Arch : In.Opts.Archs)
      if (!anyHasAsyncCopy({Arch}))
        Lacking.push_back(Arch);
    return Lacking.empty() ? ""
                           : "; a load and a store at once on " +
                                 llvm::join(Lacking, ", ") +
                                 ", where nothing is hidden by it";
  }

  void chooseByWidth(TilePlan &Plan, const std::string &Name, unsigned Bytes) {
    if (!allHaveAsyncCopy(In.Opts.Archs)) {
      P.Deciding.push_back(
          Name + " goes through registers: " + whyNoAsyncCopy(In.Opts.Archs));
      return;
    }
    if (Bytes >= MinWorthwhileCopy)
      return copyAsync(Plan, Name, Bytes, describe(Variant::Auto));
    P.Deciding.push_back(
        Name + " goes through registers: its raw copies are " +
        std::to_string(Bytes) +
        " bytes wide, and so narrow a cp.async measured slower");
  }

  /// Moves one register tile to cp.async; false if none can be moved.
  bool makeAsync() {
    for (unsigned I = 0; I < P.Tiles.size(); ++I) {
      TilePlan &T = P.Tiles[I];
      if (T.Copy == CopyKind::Async || canBeAsync(In, I).isNo() ||
          !allHaveAsyncCopy(In.Opts.Archs))
        continue;
      T.Copy = CopyKind::Async;
      T.CopyBytes = copyBytes(I);
      // chooseCopies() gave each tile one reason.
      P.Deciding[I] =
          "'" + T.Var->getNameAsString() +
          "' uses cp.async, narrow as its copies are: " + whyNotRegisters();
      return true;
    }
    return false;
  }

  /// Moves what cp.async could copy to registers, if a loop that fills it with
  /// others cannot be cut; false if nothing is moved.
  bool makePlain() {
    bool Any = false;
    if (P.Phases.CanSplit.isNo() && !P.Phases.Open.empty())
      for (unsigned I = 0; I < P.Tiles.size(); ++I)
        if (TilePlan &T = P.Tiles[I]; T.Copy == CopyKind::Async) {
          Any = true;
          T.Copy = CopyKind::Register;
          T.CopyBytes = 0;
          P.Deciding[I] =
              "'" + T.Var->getNameAsString() +
              "' goes through registers: " + P.Phases.CanSplit.because();
        }
    return Any;
  }

  std::string whyNotRegisters() const {
    return P.Phases.CanSplit.isNo()
               ? P.Phases.CanSplit.because()
               : "a copy loop has no trip count known at compile time";
  }

  /// Asked only for copy loops of as many rounds as a block says.
  llvm::ArrayRef<std::array<unsigned, 3>> blocks() {
    if (!KnownBlocks)
      KnownBlocks = blockShapes(
          findLaunchSites(In.Facts.Loop->Function, In.Unit), In.Unit.context());
    return *KnownBlocks;
  }

  LoadPhases phasesOf(const LoopFacts &Instance, FindBlocks Blocks,
                      Arms Guarded) const {
    return splitLoads(Instance, Instance, P.registerTiles(Instance), Blocks,
                      Guarded);
  }

  /// One text loads what each instance loads.
  bool agree(FindBlocks Blocks, Arms Guarded) {
    P.Others.clear();
    for (const LoopFacts &Other : In.Instances.drop_front())
      P.Others.push_back({Other.Loop->Loop, phasesOf(Other, Blocks, Guarded)});
    return loadAlike(P.Phases, P.Others);
  }

  /// A fill of an instance's own type may be no value of another's.
  bool keepArmsApart(FindBlocks Blocks) {
    P.Phases = phasesOf(In.Facts, Blocks, Arms::Apart);
    return !P.Phases.CanSplit.isNo() && agree(Blocks, Arms::Apart);
  }

  PipelinePlan &P;
  const PlanInput &In;
  std::optional<llvm::SmallVector<std::array<unsigned, 3>, 2>> KnownBlocks;
};

} // namespace

void chooseCopies(PipelinePlan &Plan, const PlanInput &In, Variant Form) {
  CopyChooser(Plan, In).choose(Form);
}

std::optional<Refusal> splitByCopies(PipelinePlan &Plan, const PlanInput &In,
                                     Variant Form) {
  return CopyChooser(Plan, In).split(Form);
}

Answer canBeAsync(const PlanInput &In, unsigned I) {
  Answer May;
  for (const LoopFacts &F : In.Instances)
    May.also(F.Tiles[I].CanBeAsync);
  return May;
}

} // namespace pipeline_rewrite
