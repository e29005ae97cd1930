//===- TwinConditions.cpp - When a second kernel is launched --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Host/TensorText.h"
#include "Emit/Host/TwinParts.h"
#include "Emit/Loads/PlaceText.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace pipeline_rewrite {

/// A side of a tile, as its declaration says it.
static std::string sideText(LoopText &T, const VarDecl *Tile, unsigned Side) {
  auto Array = Tile->getTypeSourceInfo()->getTypeLoc().getAs<ArrayTypeLoc>();
  for (; Array && Side > 0; --Side)
    Array = Array.getElementLoc().getAs<ArrayTypeLoc>();
  if (auto R = Array ? T.Source.range(Array.getSizeExpr()) : std::nullopt)
    return atom(T.Source.slice(*R).str(), T.Unit);
  T.fail(RefusalId::CodeInMacro,
         "the tile '" + Tile->getNameAsString() + "' is declared in a macro",
         Tile->getLocation());
  return "";
}

/// x, y and z.
static std::string blockText(LoopText &T, const KernelTwin &Twin) {
  const BoxFacts::Block &Asked = *Twin.Blocks;
  if (Twin.BlockSides == SaidBy::Declaration)
    return sideText(T, Asked.Tile, 1) + ", " + sideText(T, Asked.Tile, 0) +
           ", 1";
  return std::to_string(Asked.Shape[0]) + ", " +
         std::to_string(Asked.Shape[1]) + ", " + std::to_string(Asked.Shape[2]);
}

/// `(W == 16 || W == 32)`; with more parameters `(M == 8 && N == 16 || …)`.
static std::string argumentsText(const LoopText &T, const KernelTwin &Twin) {
  const auto *Names =
      T.Facts.Loop->Function->getPrimaryTemplate()->getTemplateParameters();
  std::string Text;
  for (const auto &Numbers : Twin.Arguments) {
    std::string One;
    for (auto [P, N] : llvm::zip_equal(*Names, Numbers))
      One += (One.empty() ? "" : " && ") + P->getNameAsString() +
             " == " + std::to_string(N);
    if (Numbers.size() > 1 && Twin.Arguments.size() > 1)
      One = "(" + One + ")";
    Text += (Text.empty() ? "" : " || ") + One;
  }
  return "(" + Text + ")";
}

static std::string sidesText(LoopText &T, const TilePlan &Tile) {
  if (Tile.BoxSides == SaidBy::Declaration)
    return sideText(T, Tile.Var, 0) + ", " + sideText(T, Tile.Var, 1);
  return std::to_string(Tile.Box->Rows) + ", " +
         std::to_string(Tile.Box->Columns);
}

/// A row's distance in bytes has been asked for, and is above 0.
static bool isStride(const LoopText &T, const ParmVarDecl *P) {
  return llvm::any_of(T.Plan.boxedTiles(), [&](const TilePlan *Tile) {
    const auto &Stride = Tile->Box->Stride;
    return Stride.size() == 1 && Stride.front().Factor > 0 &&
           llvm::ArrayRef(Stride.front().Of) == llvm::ArrayRef(P);
  });
}

/// What a kernel relies on that does not ask where its boxes are.
static std::string reachText(const LoopText &T, const std::string &Line) {
  std::string Text;
  llvm::SmallVector<const ParmVarDecl *, 4> Signed;
  for (const TilePlan *Tile : T.Plan.placedTiles()) {
    for (const ParmVarDecl *P : Tile->Place->Signed)
      if (!isStride(T, P) && !llvm::is_contained(Signed, P)) {
        Signed.push_back(P);
        Text += " &&" + Line + P->getNameAsString() + " >= 0";
      }
    const std::string Reach = " &&" + Line + "tensor_tiles::isInReach(" +
                              mostText(*Tile->Place) + ")";
    if (!llvm::StringRef(Text).contains(Reach))
      Text += Reach;
  }
  return Text;
}

std::string twinBytes(const LaunchPlan &Launch) {
  return Launch.AtLeast ? std::to_string(Launch.AtLeast) : "launchBytes";
}

std::string twinConditions(LoopText &T, const KernelTwin &Twin,
                           const std::string &Name, const std::string &Line) {
  std::string Text =
      "tensor_tiles::canRun(" + Name + ", launchBlock" +
      (T.Plan.Launch.AtLeast ? ", " + twinBytes(T.Plan.Launch) : "") + ")";
  if (Twin.Blocks)
    Text += " &&" + Line + "tensor_tiles::isBlock(launchBlock, " +
            blockText(T, Twin) + ")";
  if (!Twin.Arguments.empty())
    Text += " &&" + Line + argumentsText(T, Twin);
  for (const TilePlan *Tile : T.Plan.boxedTiles())
    Text += " &&" + Line + "tensor_tiles::makeMap(&" + mapName(*Tile->Box) +
            ", " + Tile->Box->Base->getNameAsString() + ", " +
            strideText(*Tile) + ", " + elementText(*Tile) + ", " +
            sidesText(T, *Tile) + ")";
  return Text + reachText(T, Line);
}

} // namespace pipeline_rewrite
