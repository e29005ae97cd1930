//===- HomeText.cpp - The buffers of tiles where they are -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loop/HomeText.h"
#include "Emit/Loads/WideCopyText.h"
#include "Emit/Loop/MovedTilesText.h"

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
