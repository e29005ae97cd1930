//===- Instances.cpp - What one text for several instances depends on -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Instances.h"
#include "Analyse/Ranges/RangeTest.h"
#include "Ast/ChosenBranch.h"
#include "Match/DeviceFunctions.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pipeline_rewrite {

static void printStores(llvm::raw_ostream &OS, const LoadSlice &Slice) {
  for (const TileStore &S : Slice.Stores)
    OS << S.Tile->getName() << S.Statement->getBeginLoc().getRawEncoding()
       << ' ';
  for (const LoadCall &C : Slice.Calls) {
    OS << C.Callee->getLocation().getRawEncoding() << ": (";
    printStores(OS, C);
    OS << ") ";
  }
}

/// Nothing of \p S runs.
static bool isLeftOut(const Stmt *S) {
  const auto *If = dyn_cast<IfStmt>(S);
  const auto Branch = If ? chosenBranch(If) : std::nullopt;
  return Branch && !onlyStatement(*Branch);
}

/// Whether an update opens the loads is asked of each instance's own phases.
static bool serves(const LoopUnit &First, const LoopUnit &Other) {
  if (First.Role == Other.Role && First.Advance == Other.Advance)
    return true;
  return First.isLoadSide() && isLeftOut(Other.S);
}

/// What must be the same in all instances.
static std::string structureOf(const PlanInstance &Of) {
  const LoopFacts &Facts = Of;
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  for (const Tile &T : Facts.Tiles)
    OS << T.Shape.Name << T.Dynamic << T.Shape.Extents.size()
       << int(Of.outsideUse(T)) << ' ';
  printStores(OS, Facts);
  for (const Carried &C : Facts.Variables)
    if (C.NeedsCopy)
      OS << C.Var->getName() << ' ';
  for (const BlockShape &Block : Facts.Growth.Blocks)
    OS << Block[0] << ',' << Block[1] << ',' << Block[2] << ' ';
  if (Facts.Ranges)
    OS << Facts.Ranges->summary();
  return Out;
}

bool serves(const PlanInstance &First, const PlanInstance &Other) {
  return structureOf(First) == structureOf(Other) &&
         llvm::equal(
             First.Facts.Units, Other.Facts.Units,
             [](const LoopUnit &A, const LoopUnit &B) { return serves(A, B); });
}

std::string describeFetches(const LoadPhases &Phases) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  for (const Fetch &F : Phases.Fetches) {
    OS << F.Value->getBeginLoc().getRawEncoding() << (F.KeepsLocal ? "k" : "");
    for (const Stmt *S : F.Writes)
      OS << '=' << S->getBeginLoc().getRawEncoding();
    if (F.Fill)
      OS << '|' << F.Fill->getBeginLoc().getRawEncoding();
    OS << ' ';
  }
  for (const CallPhases &Half : Phases.Calls)
    OS << '(' << describeFetches(Half) << ')';
  return Out;
}

bool hasElementOfOthers(const LoadSlice &Slice, const VarDecl *Tile) {
  auto IsOfOthers = [&](const TileStore &S) {
    return S.Tile == Tile &&
           (S.SizeIsBuilds || S.Target->getType()
                                  .getNonReferenceType()
                                  ->getAs<SubstTemplateTypeParmType>());
  };
  return llvm::any_of(Slice.Stores, IsOfOthers) ||
         llvm::any_of(Slice.Calls, [&](const LoadCall &C) {
           return hasElementOfOthers(C, Tile);
         });
}

} // namespace pipeline_rewrite
