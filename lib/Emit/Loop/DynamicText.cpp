//===- DynamicText.cpp - Stages of dynamic shared memory ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel asks how much it was given and takes equal parts: the launches
// alone say how much a stage is, as they did before.
//===----------------------------------------------------------------------===//
#include "Emit/Loop/LoopText.h"
#include "Emit/Source/UseFinder.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {

/// Names that \p S uses, of these tiles.
static llvm::SmallSetVector<const VarDecl *, 4>
namesIn(const Stmt *S, const LoopFacts &Facts,
        llvm::ArrayRef<const TilePlan *> Tiles) {
  UseFinder Finder;
  Finder.TraverseStmt(const_cast<Stmt *>(S));
  llvm::SmallSetVector<const VarDecl *, 4> Out;
  for (const DeclRefExpr *Ref : Finder.Refs)
    for (const TilePlan *Tile : Tiles)
      if (llvm::is_contained(Facts.findTile(Tile->Var)->Names, Ref->getDecl()))
        Out.insert(cast<VarDecl>(Ref->getDecl()));
  return Out;
}

void LoopText::nameStagePointers(Names &Names) {
  const auto Tiles = Plan.tilesAt(TileHome::Launch);
  if (Tiles.empty())
    return;
  StageBytes = Names.take("stageBytes");
  auto Give = [&](const LoopUnit &U, const std::string &Index,
                  const char *Ending) {
    auto &Given = StagePointers[Index];
    for (const VarDecl *V : namesIn(U.S, Facts, Tiles))
      if (!Given.contains(V))
        Given[V] = Names.take(V->getNameAsString() + Ending);
  };
  const Slot *Filled = filledSlot();
  for (unsigned I = 0; I < Facts.Units.size(); ++I) {
    const LoopUnit &U = Facts.Units[I];
    if (U.isLoadSide() && Filled)
      Give(U, indexText(*Filled), "Fill");
    for (const Step &Each : Schedule.Body)
      if (!Each.Reads.empty() && Each.Unit == I)
        Give(U, indexText(Each.Reads.back()), "Read");
  }
}

std::string LoopText::declareStageBytes(llvm::StringRef In) const {
  if (StageBytes.empty())
    return "";
  switch (Plan.Launch.distance()) {
  case StageDistance::Constant:
    return line(In, "constexpr unsigned " + StageBytes + " = " +
                        std::to_string(Plan.Launch.StageBytes) +
                        "; // dynamic shared memory of a stage");
  case StageDistance::PartOfGiven:
    return askStageBytes(In);
  }
  return "";
}

std::string LoopText::askStageBytes(llvm::StringRef In) const {
  std::string Unit = std::to_string(Plan.Launch.StageUnit);
  std::string All = std::to_string(Plan.Launch.StageUnit * Plan.Launch.Stages);
  return line(In, "// The launch gives " + std::to_string(Plan.Launch.Stages) +
                      " stages of dynamic shared memory.") +
         line(In, "unsigned " + StageBytes + ";") +
         line(In, "asm(\"mov.u32 %0, %%dynamic_smem_size;\" : \"=r\"(" +
                      StageBytes + "));") +
         line(In, StageBytes + " = " + StageBytes + " / " + All + " * " + Unit +
                      ";");
}

std::string LoopText::declareStagePointers(llvm::StringRef TileIndex,
                                           llvm::StringRef In) const {
  auto Given = StagePointers.find(TileIndex);
  if (Given == StagePointers.end())
    return "";
  std::string Stage =
      atom(TileIndex.slice(1, TileIndex.size() - 1).str(), Unit.preprocessor());
  std::string Text;
  for (const Tile &Tile : Facts.Tiles)
    for (const VarDecl *V : Tile.Names)
      if (auto At = Given->second.find(V); At != Given->second.end())
        Text += line(In, "auto *" + At->second + " = " + V->getNameAsString() +
                             " + " + Stage + " * (" + StageBytes +
                             " / sizeof(*" + V->getNameAsString() + "));");
  return Text;
}

} // namespace pipeline_rewrite
