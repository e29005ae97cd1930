//===- DrawTimelines.cpp - A pipeline over time ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   before   [load 0]|[compute 0]|[load 1]|[compute 1]|
//
//             prologue   loop
//   buffer 0  [load 0]|[compute 0]|[load 2   ]|[compute 2]|
//   buffer 1          |[load 1   ]|[compute 1]|
//
// A column of the lower picture is a span of the schedule's timeline: what
// stands between two barriers.
//===----------------------------------------------------------------------===//
#include "Write/Drawings.h"
#include "Write/SvgElement.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr unsigned Left = 76, Width = 800, LaneHeight = 26, BoxHeight = 20;
constexpr unsigned Top = 22, Gap = 5;

/// What a column that computes nothing takes of another.
constexpr unsigned ShortColumn = 4;

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

void drawBefore(raw_ostream &OS, unsigned Tiles) {
  const unsigned Column = (Width - Left) / (2 * Tiles);
  SvgElement Svg(OS, Width, Top + LaneHeight,
                 "before: each tile is loaded, then computed");
  Svg.text(0, Top + 14, "before", "");
  for (unsigned Tile = 0; Tile < Tiles; ++Tile) {
    unsigned X = Left + 2 * Tile * Column;
    phase(Svg, X, Column - Gap, 0, "load", Tile);
    barrier(Svg, X + Column - Gap + 1, 1);
    phase(Svg, X + Column, Column - Gap, 0, "compute", Tile);
    barrier(Svg, X + 2 * Column - Gap + 1, 1);
  }
}

/// A lane for each buffer, and one for registers where a tile cannot be on its
/// way to the one buffer, which is read.
class Lanes {
public:
  explicit Lanes(const Timeline &Of) {
    const bool Several = Of.Streams.size() > 1;
    for (const LoadStream &S : Of.Streams) {
      FirstOf.push_back(Names.size());
      std::string Kind = !Several ? "buffer" : S.Copies ? "copied" : "stored";
      if (S.Buffers == 1)
        Names.insert(Names.end(), {"registers", "the buffer"});
      else
        for (unsigned Buffer = 0; Buffer < S.Buffers; ++Buffer)
          Names.push_back(Kind + " " + std::to_string(Buffer));
      HasRegisters.push_back(S.Buffers == 1);
    }
  }
  unsigned ofBuffer(const Moment &M) const {
    return FirstOf[M.Stream] + HasRegisters[M.Stream] + M.Buffer;
  }
  unsigned ofLoad(const Moment &M) const {
    return HasRegisters[M.Stream] ? FirstOf[M.Stream] : ofBuffer(M);
  }

  std::vector<std::string> Names; ///< from the top
private:
  std::vector<unsigned> FirstOf;
  std::vector<bool> HasRegisters;
};

std::string titleOf(const Timeline &Of) {
  unsigned Most = 1;
  for (const LoadStream &S : Of.Streams)
    Most = std::max(Most, S.Buffers);
  return "after: tiles are loaded while others are computed, with " +
         std::to_string(Most) + (Most == 1 ? " buffer" : " buffers");
}

class AfterPicture {
public:
  AfterPicture(raw_ostream &OS, const Timeline &Of)
      : Of(Of), Rows(Of), Begins(placesOf(Of)),
        Svg(OS, Width, Top + Rows.Names.size() * LaneHeight, titleOf(Of)) {}

  void draw() {
    for (auto [Lane, Name] : enumerate(Rows.Names))
      Svg.text(0, laneTop(Lane) + 14, Name, "");
    headings();
    // Underneath: a load under way crosses them.
    for (unsigned C = 0; C < Of.Spans.size(); ++C)
      if (Of.Spans[C].EndsInBarrier)
        barrier(Svg, at(C) + length(C, C + 1) + 1, Rows.Names.size());
    for (unsigned C = 0; C < Of.Spans.size(); ++C)
      for (const Moment &M : Of.Spans[C].Of)
        draw(M, C);
  }

private:
  static bool isShort(const TimelineSpan &Span) {
    return !Span.has(Moment::Load) && !Span.has(Moment::Compute);
  }

  /// Where each column begins, and where the last one ends. As wide as before:
  /// that the picture ends earlier is its point.
  static std::vector<unsigned> placesOf(const Timeline &Of) {
    unsigned Quarters = 0;
    for (const TimelineSpan &Span : Of.Spans)
      Quarters += isShort(Span) ? 1 : ShortColumn;
    const unsigned Column =
        (Width - Left) /
        std::max(2 * Of.Tiles, (Quarters + ShortColumn - 1) / ShortColumn);
    std::vector<unsigned> Places = {Left};
    for (const TimelineSpan &Span : Of.Spans)
      Places.push_back(Places.back() +
                       (isShort(Span) ? Column / ShortColumn : Column));
    return Places;
  }

  unsigned at(unsigned C) const { return Begins[C]; }
  /// Of a phase over whole columns.
  unsigned length(unsigned First, unsigned Behind) const {
    return Begins[Behind] - Begins[First] - Gap;
  }

  void headings() {
    std::optional<Moment::KindOf> In;
    const bool HasEnd = any_of(Of.Spans, [](const TimelineSpan &Span) {
      return Span.In == Moment::Epilogue;
    });
    for (auto [C, Span] : enumerate(Of.Spans)) {
      if (In != Span.In)
        Svg.text(at(C), Top - 8,
                 Span.In == Moment::Epilogue ? "epilogue"
                 : Span.In == Moment::Loop
                     ? (HasEnd ? "loop" : "loop, no epilogue")
                     : "prologue");
      In = Span.In;
    }
  }

  /// The first column from \p C on in which that happens to the same tile.
  unsigned find(Moment M, Moment::KindOf Kind, unsigned C) const {
    for (; C < Of.Spans.size(); ++C)
      for (const Moment &Each : Of.Spans[C].Of)
        if (Each.Kind == Kind && Each.Tile == M.Tile && Each.Stream == M.Stream)
          return C;
    return C;
  }

  void draw(const Moment &M, unsigned C) {
    if (M.Kind == Moment::Compute)
      phase(Svg, at(C), length(C, C + 1), Rows.ofBuffer(M), "compute", M.Tile);
    else if (M.Kind == Moment::Load)
      load(M, C);
    else if (isShort(Of.Spans[C]))
      phase(Svg, at(C), length(C, C + 1), Rows.ofBuffer(M), "store", M.Tile);
  }

  /// Until what is copied is waited for, or what is fetched is stored.
  void load(const Moment &M, unsigned C) {
    const unsigned StoredIn = find(M, Moment::Store, C);
    unsigned Behind = std::max(C + 1, find(M, Moment::Compute, C));
    unsigned Lane = Rows.ofLoad(M);
    unsigned Store = 0;
    if (StoredIn < Of.Spans.size() && isShort(Of.Spans[StoredIn]))
      Behind = StoredIn;
    else if (StoredIn < Of.Spans.size())
      Store = length(StoredIn, StoredIn + 1) / 5, Lane = Rows.ofBuffer(M);
    const unsigned Length = length(C, Behind) - Store;
    phase(Svg, at(C), Length, Lane, "load", M.Tile);
    if (Store)
      Svg.box(at(C) + Length, laneTop(Lane), Store, BoxHeight, "store");
  }

  const Timeline &Of;
  const Lanes Rows;
  const std::vector<unsigned> Begins;
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

void drawTimelines(raw_ostream &OS, const Timeline &Of) {
  drawBefore(OS, Of.Tiles);
  AfterPicture(OS, Of).draw();
  drawLegend(OS);
}

} // namespace pipeline_rewrite
