//===- SingleBuffer.cpp - What ties a tile to one buffer ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Conditions/WriteOut.h"
#include "Plan/Decisions.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class SingleBufferRules {
public:
  explicit SingleBufferRules(const PlanInput &In) : In(In) {}

  std::optional<Refusal> find() const {
    for (const PlanInstance &Each : In.Instances)
      for (const Tile &T : Each.Facts.Tiles) {
        std::string Name = "'" + T.Shape.Name + "'";
        if (T.Dynamic)
          if (auto R = findUngrowable(Each, Name))
            return R;
        if (const Answer May = mayGrow(Each); !T.Dynamic && May.isNo())
          return In.refuse(May);
        if (T.InCompute.At)
          return tileWritten(T);
        if (Each.isTied(T))
          return usedOutside(T, Each.isSeparate());
        if (Each.outsideUse(T) == OutsideUse::First && T.NeedsBarrierOnTop &&
            copiesApart())
          return usedOutside(T, {"no barrier stands between what uses it "
                                 "before and the loop",
                                 Each.Facts.Loop->Loop->getBeginLoc()});
        if (T.Stale)
          return In.refuse(
              RefusalId::StaleTile,
              std::string("a guard or an index that ") +
                  (T.StaleAgain ? "may differ when the loop is entered again "
                                : "changes with the iteration ") +
                  "may leave elements of an earlier tile in " + Name,
              T.Stale,
              T.StaleAgain ? "not every entry stores the same elements"
                           : "not every iteration stores the same elements");
        unsigned Wide = Each.Facts.stageAlignment(T);
        if (Wide && T.Shape.Bytes % Wide != 0)
          return In.refuse(
              RefusalId::StageMisaligned,
              "one stage of " + Name + " has " + std::to_string(T.Shape.Bytes) +
                  " bytes, so that the next would not be aligned to " +
                  std::to_string(Wide));
      }
    return findHiddenName();
  }

private:
  /// What the computation leaves in the tile, or beside it in the same array,
  /// would be left in one of the buffers.
  Refusal tileWritten(const Tile &T) const {
    const TileWrite &W = T.InCompute;
    std::string Name = "'" + T.Shape.Name + "'";
    if (!W.WrittenAs)
      return In.refuse(RefusalId::TileWrittenInCompute,
                       "the computation writes the tile " + Name, W.At,
                       "written here");
    Refusal R = In.refuse(
        RefusalId::TileWrittenInCompute,
        "the computation writes '" + W.WrittenAs->getNameAsString() +
            "', which cannot be told apart from the tile '" +
            W.FilledAs->getNameAsString() + "': both are parts of " + Name,
        W.At, "written here");
    R.Notes.push_back(
        {In.Unit.place(W.FilledAt->getBeginLoc()), "filled here"});
    return R;
  }

  std::optional<Refusal> findUngrowable(const PlanInstance &Of,
                                        const std::string &Name) const {
    const bool May = In.Opts.EditLaunches;
    const Answer Can = Of.canGrow();
    if (May && !Can.isNo())
      return std::nullopt;
    Refusal R = In.refuse(
        RefusalId::DynamicSharedMemory,
        "the tile " + Name + " is shared memory whose size the launch decides");
    R.Detail += May ? ", and it cannot be edited: " + Can.because()
                    : ", which --edit-launches would change";
    if (May)
      In.addWhere(R, Of.Facts.Growth, Can);
    return R;
  }

  /// What the user says of blocks and launches goes before what is seen.
  Answer mayGrow(const PlanInstance &Of) const {
    Answer May = Of.Room.Possible;
    if (!In.Opts.AllowOccupancyLoss)
      May.also(Of.Room.KeepsBlocks);
    if (!In.Opts.DynamicBytes)
      May.also(Of.Room.DynamicIsKnown);
    return May;
  }

  bool copiesApart() const { return interfaceFor(In.Opts).Protocol.OwnThreads; }

  Refusal usedOutside(const Tile &T, const Answer &IsSeparate) const {
    const SourceRange Loop = In.Facts.Loop->Body->getSourceRange();
    const bool IsInside =
        IsSeparate.isNo() && T.UsedOutside &&
        IsSeparate.at() == T.UsedOutside->getBeginLoc() &&
        In.Unit.sources().isPointWithin(
            In.Unit.sources().getExpansionLoc(IsSeparate.at()),
            In.Unit.sources().getExpansionLoc(Loop.getBegin()),
            In.Unit.sources().getExpansionLoc(Loop.getEnd()));
    Refusal R = In.refuse(
        RefusalId::TileUsedOutside,
        "the tile '" + T.Shape.Name + "' is " +
            (IsInside ? "tied to one buffer: " + IsSeparate.because()
                      : "also used outside the loop" +
                            (IsSeparate.isNo() ? ", and " + IsSeparate.because()
                                               : "")),
        T.UsedOutside, IsInside ? "here" : "used here");
    if (IsSeparate.at().isValid() && !IsInside)
      R.Notes.push_back({In.Unit.place(IsSeparate.at()), "here"});
    return R;
  }

  /// Last, since it alone goes away where the macro is written out.
  std::optional<Refusal> findHiddenName() const {
    std::optional<Refusal> Found;
    for (const Tile &T : In.Facts.Tiles)
      for (const Expr *Use : T.InMacro) {
        if (!Found)
          Found =
              In.refuse(RefusalId::CodeInMacro,
                        "'" + T.Shape.Name + "' is used inside a macro's body",
                        Use, "here");
        llvm::append_range(Found->Macros,
                           hidingMacros(In.Unit, Use->getExprLoc()));
      }
    return Found;
  }

  const PlanInput &In;
};

} // namespace

std::optional<Refusal> findSingleBufferOnly(const PlanInput &In) {
  return SingleBufferRules(In).find();
}

} // namespace pipeline_rewrite
