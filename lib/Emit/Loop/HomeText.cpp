//===- HomeText.cpp - The buffers of tiles where they are -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loop/LoopEdits.h"
#include <set>

using namespace clang;

namespace pipeline_rewrite {

/// `As[BM][BK]` to `As[2][BM][BK]`.
static void addDimension(LoopText &T, const TilePlan &Tile, EditSet &Edits) {
  const std::string Name = Tile.Var->getNameAsString();
  auto At = T.Source.spelled(Tile.Var->getLocation());
  if (!At || T.Source.text().substr(*At, Name.size()) != Name)
    return T.fail(RefusalId::CodeInMacro,
                  "the tile '" + Name + "' is declared in a macro",
                  Tile.Var->getLocation());
  Edits.insert(*At + Name.size(), "[" + std::to_string(Tile.Stages) + "]");
}

/// An alignment, in front of all, or behind one that is there: the declaration
/// begins where it did.
static void addAlignment(const VarDecl *V, TextRange Declared,
                         const std::string &Text, const SourceText &Source,
                         EditSet &Edits) {
  for (const auto *Aligned : V->specific_attrs<AlignedAttr>()) {
    auto At = Source.spelled(Aligned->getLocation());
    if (!At || *At <= Declared.Begin || *At > Declared.End ||
        !Source.text().substr(*At).starts_with("alignas"))
      continue;
    int Depth = 0;
    for (unsigned I = *At; I < Declared.End; ++I) {
      const char Here = Source.text()[I];
      Depth += Here == '(' ? 1 : Here == ')' ? -1 : 0;
      if (Here == ')' && Depth == 0)
        return Edits.insert(I + 1, " " + Text);
    }
  }
  Edits.insert(Declared.Begin, Text + " ");
}

/// Aligns the declarations of tiles as the plan wants it.
static void alignTiles(LoopText &T, EditSet &Edits) {
  std::set<unsigned> Done; // one declaration may be of several tiles
  for (const TilePlan *Tile : T.Plan.realignedTiles()) {
    auto R = T.Source.range(Tile->Var->getSourceRange());
    if (!R)
      T.fail(RefusalId::CodeInMacro,
             "the tile '" + Tile->Var->getNameAsString() +
                 "' is declared in a macro",
             Tile->Var->getLocation());
    else if (Done.insert(R->Begin).second)
      addAlignment(Tile->Var, *R,
                   "alignas(" + std::to_string(Tile->AddAlign) + ")", T.Source,
                   Edits);
  }
}

void declareBuffers(LoopText &T, EditSet &Edits) {
  for (const TilePlan *Tile : T.Plan.tilesAt(TileHome::Array))
    addDimension(T, *Tile, Edits);
  moveTiles(T, Edits);
  alignTiles(T, Edits);
}

llvm::StringRef localName(const TilePlan &Tile) {
  switch (Tile.Home) {
  case TileHome::Moved:
    return Tile.Var->getName();
  case TileHome::Source:
  case TileHome::Array:
  case TileHome::Launch: // their pointers are captured as what they are called
  case TileHome::Beside:
    break;
  }
  return "";
}

} // namespace pipeline_rewrite
