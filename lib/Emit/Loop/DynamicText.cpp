//===- DynamicText.cpp - Stages of dynamic shared memory ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a tile that is dynamic in the source each stage lies so many bytes behind
// the one before. Of a static one the first is where it was, and the others are
// parts of one dynamic array:
//
//   extern __shared__ __align__(128) unsigned char smem[];
//   auto *AsMore = reinterpret_cast<decltype(As) *>(smem);
//   auto *BsMore = reinterpret_cast<decltype(Bs) *>(AsMore + 2);
//   …
//   auto *AsRead = stage ? AsMore[stage - 1] : As;
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
      if (Ref->getDecl() == Tile->Var ||
          llvm::is_contained(Facts.findTile(Tile->Var)->Names, Ref->getDecl()))
        Out.insert(cast<VarDecl>(Ref->getDecl()));
  return Out;
}

void LoopText::nameStagePointers(Names &Names) {
  auto Tiles = Plan.tilesAt(TileHome::Launch);
  if (!Tiles.empty())
    StageBytes = Names.take("stageBytes");
  for (const TilePlan *Tile : Plan.movedTiles(TileHome::Beside)) {
    Tiles.push_back(Tile);
    MoreStages[Tile->Var] = Names.take(Tile->Var->getNameAsString() + "More");
  }
  if (Tiles.empty())
    return;
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

std::string LoopText::declareStages(llvm::StringRef In) const {
  std::string Text;
  if (!StageBytes.empty())
    Text = line(In, "constexpr unsigned " + StageBytes + " = " +
                        std::to_string(Plan.Launch.StageBytes) +
                        "; // dynamic shared memory of a stage");
  std::string Base = MovedArray;
  for (const TilePlan *Tile : Plan.movedTiles(TileHome::Beside)) {
    const std::string &More = MoreStages.at(Tile->Var);
    if (Base == MovedArray)
      Text += line(In, "extern __shared__ __align__(128) unsigned char " +
                           MovedArray + "[];");
    Text += line(In, "auto *" + More + " = reinterpret_cast<decltype(" +
                         Tile->Var->getNameAsString() + ") *>(" + Base + ");");
    Base = More + " + " + std::to_string(Tile->Stages - 1);
  }
  return Text;
}

std::string LoopText::stageText(const VarDecl *V, llvm::StringRef Stage) const {
  const std::string Name = V->getNameAsString(),
                    Factor = atom(Stage.str(), Unit);
  const auto More = MoreStages.find(V);
  if (More == MoreStages.end())
    return Name + " + " + Factor + " * (" + StageBytes + " / sizeof(*" + Name +
           "))";
  const bool IsOne = Plan.findTile(V)->Stages == 2;
  return Factor + " ? " + More->second + "[" + (IsOne ? "0" : Factor + " - 1") +
         "] : " + Name;
}

std::string LoopText::declareStagePointers(llvm::StringRef TileIndex,
                                           llvm::StringRef In) const {
  auto Given = StagePointers.find(TileIndex);
  if (Given == StagePointers.end())
    return "";
  const llvm::StringRef Stage = TileIndex.slice(1, TileIndex.size() - 1);
  std::string Text;
  auto Declare = [&](const VarDecl *V) {
    if (auto At = Given->second.find(V); At != Given->second.end())
      Text +=
          line(In, "auto *" + At->second + " = " + stageText(V, Stage) + ";");
  };
  for (const Tile &Tile : Facts.Tiles) {
    if (!Tile.Dynamic)
      Declare(Tile.Var);
    for (const VarDecl *V : Tile.Names)
      Declare(V);
  }
  return Text;
}

} // namespace pipeline_rewrite
