//===- Instances.cpp - What one text for several instances depends on -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Instances.h"
#include "Analyse/Ranges/RangeTest.h"

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

std::string structureOf(const PlanInstance &Of) {
  const LoopFacts &Facts = Of;
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  for (const LoopUnit &U : Facts.Units)
    OS << int(U.Role) << U.Advance << U.Opening << ' ';
  for (const Tile &T : Facts.Tiles)
    OS << T.Shape.Name << T.Dynamic << T.Shape.Extents.size()
       << int(Of.outsideUse(T)) << ' ';
  printStores(OS, Facts);
  for (const Carried &C : Facts.Variables)
    OS << C.Var->getName() << C.NeedsCopy << ' ';
  for (const BlockShape &Block : Facts.Growth.Blocks)
    OS << Block[0] << ',' << Block[1] << ',' << Block[2] << ' ';
  if (Facts.Ranges)
    OS << Facts.Ranges->summary();
  return Out;
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
