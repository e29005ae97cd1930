//===- UnifiedDiff.cpp - Two texts as a patch -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, in the
// linear-space form: find a point in the middle of a shortest edit script, then
// do both halves.
//===----------------------------------------------------------------------===//
#include "Write/UnifiedDiff.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr unsigned Context = 3;
/// Edit distance of one region above which it is shown as replaced in whole:
/// time grows with the square of the distance.
constexpr int MaxDistance = 4000;

std::vector<StringRef> splitLines(StringRef Text) {
  std::vector<StringRef> Lines;
  while (!Text.empty()) {
    size_t End = Text.find('\n');
    size_t Length = End == StringRef::npos ? Text.size() : End + 1;
    Lines.push_back(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Lines;
}

/// Marks the lines that a shortest edit script deletes and inserts. The lines
/// left unmarked are equal pairwise, in order.
class LineComparison {
public:
  LineComparison(ArrayRef<int> Old, ArrayRef<int> New)
      : Deleted(Old.size()), Inserted(New.size()), Old(Old), New(New),
        Forward(Old.size() + New.size() + 3),
        Backward(Old.size() + New.size() + 3) {
    compare(0, Old.size(), 0, New.size());
  }

  BitVector Deleted, Inserted;

private:
  struct Point {
    int X, Y; ///< index into Old, index into New
  };

  void compare(int X0, int X1, int Y0, int Y1) {
    while (X0 < X1 && Y0 < Y1 && Old[X0] == New[Y0])
      ++X0, ++Y0;
    while (X0 < X1 && Y0 < Y1 && Old[X1 - 1] == New[Y1 - 1])
      --X1, --Y1;
    if (X0 < X1 && Y0 < Y1)
      if (std::optional<Point> Middle = middle(X0, X1, Y0, Y1)) {
        compare(X0, Middle->X, Y0, Middle->Y);
        compare(Middle->X, X1, Middle->Y, Y1);
        return;
      }
    Deleted.set(X0, X1);
    Inserted.set(Y0, Y1);
  }

  /// A point on a shortest path from (X0, Y0) to (X1, Y1), where the search
  /// from both ends meets. Diagonal K holds the points with X - Y == K.
  std::optional<Point> middle(int X0, int X1, int Y0, int Y1) {
    const int Lowest = X0 - Y1, Highest = X1 - Y0;
    const int Start = X0 - Y0, End = X1 - Y1;
    const bool MeetsForward = (End - Start) % 2 != 0;
    const int Origin = int(New.size()) + 1; // index of diagonal 0
    auto F = [&](int K) -> int & { return Forward[Origin + K]; };
    auto B = [&](int K) -> int & { return Backward[Origin + K]; };
    constexpr int Unreached = -1;
    constexpr int UnreachedBack = std::numeric_limits<int>::max();

    F(Start) = X0;
    B(End) = X1;
    Band Ahead{Start, Start}, Back{End, End};
    for (int Distance = 1; Distance <= MaxDistance; ++Distance) {
      Ahead.widen(Lowest, Highest, F, Unreached);
      for (int K = Ahead.High; K >= Ahead.Low; K -= 2) {
        int X = std::max(F(K - 1) + 1, F(K + 1));
        while (X < X1 && X - K < Y1 && Old[X] == New[X - K])
          ++X;
        F(K) = X;
        if (MeetsForward && Back.contains(K) && B(K) <= X)
          return Point{X, X - K};
      }
      Back.widen(Lowest, Highest, B, UnreachedBack);
      for (int K = Back.High; K >= Back.Low; K -= 2) {
        int X = std::min(B(K - 1), B(K + 1) - 1);
        while (X > X0 && X - K > Y0 && Old[X - 1] == New[X - K - 1])
          --X;
        B(K) = X;
        if (!MeetsForward && Ahead.contains(K) && X <= F(K))
          return Point{X, X - K};
      }
    }
    return std::nullopt;
  }

  /// The diagonals that a search has reached; every other one per step.
  struct Band {
    int Low, High;
    bool contains(int K) const { return Low <= K && K <= High; }
    /// One diagonal more on each side; at the border of the grid one less,
    /// which keeps the parity.
    template <typename Reach>
    void widen(int Lowest, int Highest, Reach At, int Unreached) {
      if (Low > Lowest)
        At(--Low - 1) = Unreached;
      else
        ++Low;
      if (High < Highest)
        At(++High + 1) = Unreached;
      else
        --High;
    }
  };

  ArrayRef<int> Old, New;
  std::vector<int> Forward, Backward;
};

/// Moves each run of marked lines down as far as the text allows, as git does:
/// a new block then ends, not starts, with the brace that it has in common with
/// its surroundings. The unmarked lines stay equal pairwise.
void slideDown(BitVector &Marked, ArrayRef<int> Lines) {
  for (int First = Marked.find_first(); First != -1;) {
    int Last = Marked.find_next_unset(First);
    while (Last != -1 && Lines[First] == Lines[Last]) {
      Marked.reset(First++);
      Marked.set(Last);
      Last = Marked.find_next_unset(Last);
    }
    First = Last == -1 ? -1 : Marked.find_next(Last);
  }
}

struct Change {
  unsigned OldBegin, OldEnd, NewBegin, NewEnd;
};

std::vector<Change> changes(const LineComparison &Lines) {
  std::vector<Change> Result;
  const unsigned OldSize = Lines.Deleted.size(),
                 NewSize = Lines.Inserted.size();
  for (unsigned X = 0, Y = 0; X < OldSize || Y < NewSize;) {
    Change C{X, X, Y, Y};
    while (C.OldEnd < OldSize && Lines.Deleted[C.OldEnd])
      ++C.OldEnd;
    while (C.NewEnd < NewSize && Lines.Inserted[C.NewEnd])
      ++C.NewEnd;
    if (C.OldEnd != X || C.NewEnd != Y)
      Result.push_back(C);
    X = C.OldEnd + 1;
    Y = C.NewEnd + 1;
  }
  return Result;
}

void printLine(raw_ostream &OS, char Mark, StringRef Line) {
  OS << Mark << Line;
  if (!Line.ends_with("\n"))
    OS << "\n\\ No newline at end of file\n";
}

void printRange(raw_ostream &OS, unsigned Begin, unsigned End) {
  unsigned Count = End - Begin;
  OS << (Count ? Begin + 1 : Begin);
  if (Count != 1)
    OS << ',' << Count;
}

void printHunk(raw_ostream &OS, ArrayRef<Change> Changes,
               ArrayRef<StringRef> Old, ArrayRef<StringRef> New) {
  const unsigned Before = std::min(Changes.front().OldBegin, Context);
  const unsigned After =
      std::min<unsigned>(Old.size() - Changes.back().OldEnd, Context);
  unsigned X = Changes.front().OldBegin - Before;
  OS << "@@ -";
  printRange(OS, X, Changes.back().OldEnd + After);
  OS << " +";
  printRange(OS, Changes.front().NewBegin - Before,
             Changes.back().NewEnd + After);
  OS << " @@\n";
  auto PrintContext = [&](unsigned End) {
    for (; X < End; ++X)
      printLine(OS, ' ', Old[X]);
  };
  for (const Change &C : Changes) {
    PrintContext(C.OldBegin);
    for (; X < C.OldEnd; ++X)
      printLine(OS, '-', Old[X]);
    for (unsigned Y = C.NewBegin; Y < C.NewEnd; ++Y)
      printLine(OS, '+', New[Y]);
  }
  PrintContext(X + After);
}

/// git's spelling: quoted like a C string where it must be; a tab ends a name
/// with blanks, which patch would cut at the blank.
void printName(raw_ostream &OS, StringRef Prefix, StringRef Path) {
  bool Quote = any_of(Path, [](unsigned char C) {
    return C < ' ' || C == '"' || C == '\\' || C == 0x7f;
  });
  if (!Quote) {
    OS << Prefix << Path << (Path.contains(' ') ? "\t" : "") << '\n';
    return;
  }
  OS << '"' << Prefix;
  for (unsigned char C : Path) {
    if (C == '"' || C == '\\')
      OS << '\\' << C;
    else if (C < ' ' || C == 0x7f)
      OS << '\\' << char('0' + (C >> 6)) << char('0' + (C >> 3 & 7))
         << char('0' + (C & 7));
    else
      OS << C;
  }
  OS << "\"\n";
}

} // namespace

std::string unifiedDiff(StringRef OldText, StringRef NewText, StringRef Path) {
  if (OldText == NewText)
    return "";
  std::vector<StringRef> Old = splitLines(OldText), New = splitLines(NewText);
  StringMap<int> Ids;
  auto Number = [&](ArrayRef<StringRef> Lines) {
    std::vector<int> Result;
    Result.reserve(Lines.size());
    for (StringRef Line : Lines)
      Result.push_back(Ids.try_emplace(Line, Ids.size()).first->second);
    return Result;
  };
  std::vector<int> OldIds = Number(Old), NewIds = Number(New);
  LineComparison Lines(OldIds, NewIds);
  slideDown(Lines.Deleted, OldIds);
  slideDown(Lines.Inserted, NewIds);

  std::string Text;
  raw_string_ostream OS(Text);
  printName(OS << "--- ", "a/", Path);
  printName(OS << "+++ ", "b/", Path);
  std::vector<Change> All = changes(Lines);
  for (size_t Begin = 0; Begin < All.size();) {
    size_t End = Begin + 1;
    while (End < All.size() &&
           All[End].OldBegin - All[End - 1].OldEnd <= 2 * Context)
      ++End;
    printHunk(OS, ArrayRef(All).slice(Begin, End - Begin), Old, New);
    Begin = End;
  }
  return Text;
}

std::string pathInPatch(StringRef File) {
  SmallString<256> Here, Path(File);
  if (sys::fs::current_path(Here) || sys::fs::make_absolute(Path))
    return File.str();
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  StringRef Result = Path;
  if (Result.consume_front(Here) && Result.starts_with("/"))
    return Result.ltrim('/').str();
  return StringRef(Path).ltrim('/').str();
}

void printDiff(raw_ostream &OS, StringRef Diff) {
  if (!OS.colors_enabled()) {
    OS << Diff;
    return;
  }
  bool InHeader = false;
  for (StringRef Line : splitLines(Diff)) {
    StringRef Body = Line.rtrim("\r\n");
    // "--- " also starts a deleted line that begins with "-- ".
    InHeader = Line.starts_with("--- a/") || Line.starts_with("--- \"a/") ||
               (InHeader && Line.starts_with("+++ "));
    if (InHeader)
      OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    else if (Line.starts_with("@@"))
      OS.changeColor(raw_ostream::CYAN);
    else if (Line.starts_with("+"))
      OS.changeColor(raw_ostream::GREEN);
    else if (Line.starts_with("-"))
      OS.changeColor(raw_ostream::RED);
    OS << Body;
    OS.resetColor();
    OS << Line.drop_front(Body.size());
  }
}

} // namespace pipeline_rewrite
