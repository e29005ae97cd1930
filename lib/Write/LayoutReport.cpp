//===- LayoutReport.cpp - The rows of tiles, for people -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Write/Report.h"

using namespace llvm;

namespace pipeline_rewrite {

std::vector<std::pair<LineConflicts, std::optional<uint64_t>>>
conflictRows(const TileLayoutReport &Tile) {
  std::vector<std::pair<LineConflicts, std::optional<uint64_t>>> Rows;
  for (const LineConflicts &Before : Tile.Before) {
    auto &Row = Rows.emplace_back(Before, std::nullopt);
    for (const LineConflicts &After : Tile.After)
      if (After.Line == Before.Line && After.How == Before.How)
        Row.second = After.Wavefronts;
  }
  return Rows;
}

static void printTileLayout(raw_ostream &OS, const TileLayoutReport &Tile) {
  if (Tile.isPadded()) {
    printHead(OS, Tile.Place, Severity::Remark)
        << "rows of '" << Tile.Tile << "' padded by " << Tile.Pad
        << (Tile.Pad == 1 ? " element" : " elements") << ", in '" << Tile.Kernel
        << "': " << Tile.BytesAfter << " bytes, not " << Tile.BytesBefore
        << '\n';
  } else {
    printHead(OS, Tile.Place, Severity::Warning)
        << "rows of '" << Tile.Tile << "' left as they are: ";
    printRefusalBody(OS, *Tile.Reason);
    if (const std::string Advice = adviceOf(*Tile.Reason); !Advice.empty())
      OS << "  advice   " << Advice << '\n';
  }
  StringRef Label = "banks  ";
  for (const auto &[Row, After] : conflictRows(Tile)) {
    OS << "  " << Label << "  " << textOf(Row);
    if (After)
      OS << ", " << *After << " when padded";
    OS << '\n';
    Label = "       ";
  }
}

void printTileLayouts(raw_ostream &OS, const LayoutResult &Of) {
  for (const TileLayoutReport &Tile : Of.Tiles)
    printTileLayout(OS, Tile);
  if (Of.Execution)
    OS << "  run      " << Of.Execution->text() << '\n';
}

} // namespace pipeline_rewrite
