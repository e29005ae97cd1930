//===- DrawTimelines.cpp - A pipeline over time ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   before   [load 0]|[compute 0]|[load 1]|[compute 1]|
//
//             prologue   loop
//   buffer 0  [load 0]|[compute 0]|[load 2   ]|[compute 2]|
//   buffer 1          |[load 1   ]|[compute 1]|
//
// A column of the lower picture is what stands between two barriers; the tile
// of column c is loaded Stages-1 columns earlier.
//===----------------------------------------------------------------------===//
#include "Write/Drawings.h"
#include "Write/SvgElement.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr unsigned Left = 76, Width = 800, LaneHeight = 26, BoxHeight = 20;
constexpr unsigned Top = 22, Gap = 5;

/// What the picture of a rewritten loop is made of.
struct Shape {
  unsigned Stages;  ///< buffers; 1: the next tile waits in registers
  bool Peeled;      ///< what is loaded last is computed behind the loop
  bool InRegisters; ///< some tile is stored at the end of its load
  unsigned tiles() const { return std::max(Stages, 2u) + 2; }
  /// How many columns a tile is loaded before it is used.
  unsigned distance() const { return std::max(Stages, 2u) - 1; }
  unsigned columns() const { return tiles() + 1; }
};

/// Of a ring, what is copied into it: what stands beside it in registers is as
/// with two buffers.
Shape shapeOf(const LoopReport &Loop) {
  return {Loop.stages(), Loop.Form && Loop.Form->Shape == LoopShape::Peel,
          Loop.stages() <= 2 && any_of(Loop.Tiles, [](const TileOutcome &T) {
            return T.CopyBytes == 0;
          })};
}

unsigned laneTop(unsigned Lane) { return Top + Lane * LaneHeight; }

/// A phase of one tile. A long one names itself, a short one only its tile.
void phase(SvgElement &Svg, unsigned X, unsigned Length, unsigned Lane,
           StringRef Name, unsigned Tile) {
  const unsigned Y = laneTop(Lane);
  Svg.box(X, Y, Length, BoxHeight, Name);
  std::string Number = std::to_string(Tile);
  if (Length >= 10)
    Svg.text(X + Length / 2, Y + 14,
             Length >= 76 ? (Name + " " + Number).str() : Number, "inside",
             "middle");
}

/// The barrier at the end of a column.
void barrier(SvgElement &Svg, unsigned X, unsigned Lanes) {
  Svg.box(X, Top - 3, Gap - 2, Lanes * LaneHeight, "sync");
}

void drawBefore(raw_ostream &OS, const Shape &Of) {
  const unsigned Column = (Width - Left) / (2 * Of.tiles());
  SvgElement Svg(OS, Width, Top + LaneHeight,
                 "before: each tile is loaded, then computed");
  Svg.text(0, Top + 14, "before", "");
  for (unsigned Tile = 0; Tile < Of.tiles(); ++Tile) {
    unsigned X = Left + 2 * Tile * Column;
    phase(Svg, X, Column - Gap, 0, "load", Tile);
    barrier(Svg, X + Column - Gap + 1, 1);
    phase(Svg, X + Column, Column - Gap, 0, "compute", Tile);
    barrier(Svg, X + 2 * Column - Gap + 1, 1);
  }
}

/// Places of the columns behind the prologue's.
class AfterPicture {
public:
  AfterPicture(raw_ostream &OS, const Shape &Of)
      : Of(Of), Lanes(std::max(Of.Stages, 2u)),
        // As wide as before: that the picture ends earlier is its point.
        Column((Width - Left) / (2 * Of.tiles())),
        Svg(OS, Width, Top + Lanes * LaneHeight,
            "after: tiles are loaded while others are computed, with " +
                std::to_string(Of.Stages) +
                (Of.Stages == 1 ? " buffer" : " buffers")) {}

  void draw() {
    names();
    headings();
    // Underneath: a load under way crosses them.
    for (unsigned C = 0; C < Of.columns(); ++C)
      barrier(Svg, at(C) + length(1) + 1, Lanes);
    for (unsigned Tile = 0; Tile < Of.tiles(); ++Tile)
      Of.Stages == 1 ? prefetched(Tile) : buffered(Tile);
  }

private:
  unsigned at(unsigned C) const { return Left + C * Column; }
  /// Of a phase over whole columns.
  unsigned length(unsigned Columns) const { return Columns * Column - Gap; }

  void names() {
    for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
      std::string Name = "buffer " + std::to_string(Lane);
      if (Of.Stages == 1)
        Name = Lane == 0 ? "registers" : "the buffer";
      Svg.text(0, laneTop(Lane) + 14, Name, "");
    }
  }

  void headings() {
    const unsigned Last = Of.columns() - Of.distance();
    Svg.text(at(0), Top - 8, "prologue");
    Svg.text(at(1), Top - 8, Of.Peeled ? "loop" : "loop, no epilogue");
    if (Of.Peeled)
      Svg.text(at(Last), Top - 8, "epilogue");
  }

  /// The first tiles are loaded together, in the prologue's one column.
  void buffered(unsigned Tile) {
    const unsigned Lane = Tile % Of.Stages, D = Of.distance();
    unsigned First = Tile < D ? 0 : Tile - D + 1, Columns = Tile + 1 - First;
    load(First, Columns, Lane, Tile);
    phase(Svg, at(Tile + 1), length(1), Lane, "compute", Tile);
  }

  /// One buffer: filled between two barriers, from registers.
  void prefetched(unsigned Tile) {
    const bool IsLast = Tile + 1 == Of.tiles();
    const unsigned Store = length(1) / 4, Rest = length(1) - Store - Gap;
    phase(Svg, at(Tile), Rest, /*Lane=*/0, "load", Tile);
    phase(Svg, at(Tile) + Rest + Gap, Store, /*Lane=*/1, "store", Tile);
    phase(Svg, at(Tile + 1), IsLast ? length(1) : Rest, /*Lane=*/1, "compute",
          Tile);
    if (!IsLast)
      barrier(Svg, at(Tile + 1) + Rest + 1, Lanes);
  }

  void load(unsigned First, unsigned Columns, unsigned Lane, unsigned Tile) {
    const unsigned Store = Of.InRegisters ? length(1) / 5 : 0;
    phase(Svg, at(First), length(Columns) - Store, Lane, "load", Tile);
    if (Store)
      Svg.box(at(First) + length(Columns) - Store, laneTop(Lane), Store,
              BoxHeight, "store");
  }

  const Shape &Of;
  const unsigned Lanes, Column;
  SvgElement Svg;
};

void drawLegend(raw_ostream &OS) {
  SvgElement Svg(OS, Width, 20, "legend");
  unsigned X = Left;
  for (StringRef Name : {"load", "store", "compute", "sync"}) {
    Svg.box(X, 3, 14, 14, Name);
    Svg.text(X + 20, 14, Name == "sync" ? "barrier" : Name);
    X += 96;
  }
  Svg.text(X, 14, "time runs to the right, not to scale: nothing is measured");
}

} // namespace

void drawTimelines(raw_ostream &OS, const LoopReport &Loop) {
  Shape Of = shapeOf(Loop);
  drawBefore(OS, Of);
  AfterPicture(OS, Of).draw();
  drawLegend(OS);
}

} // namespace pipeline_rewrite
