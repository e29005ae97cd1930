//===- RemovedText.cpp - What leaves the loop's body ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/RemovedText.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {

void RemovedText::add(TextRange Lines) {
  // In front of the closing brace a gap stays where it is.
  bool EndsBlock = Source.text().drop_front(Lines.End).ltrim().starts_with("}");
  Ranges.push_back(
      EndsBlock || !Source.ownsLines(Lines) ? Lines : withBlankLine(Lines));
}

void RemovedText::addHoisted(TextRange Lines) {
  Hoisted.push_back(Lines);
  add(Lines);
}

/// With the blank line behind it, so that no double gap stays.
TextRange RemovedText::withBlankLine(TextRange R) const {
  unsigned Next = Source.lineEnd(R.End);
  if (Source.text().slice(R.End, Next).trim().empty() && Next > R.End)
    R.End = Next;
  return R;
}

void RemovedText::join() {
  llvm::sort(Ranges, [](const TextRange &A, const TextRange &B) {
    return A.Begin < B.Begin;
  });
  std::vector<TextRange> Joined;
  for (const TextRange &R : Ranges)
    if (!Joined.empty() && R.Begin <= Joined.back().End)
      Joined.back().End = std::max(Joined.back().End, R.End);
    else
      Joined.push_back(R);
  for (TextRange &R : Joined)
    takeWholeLines(R);
  Ranges = std::move(Joined);
}

void RemovedText::takeWholeLines(TextRange &R) const {
  if (Source.ownsLines(R))
    return;
  llvm::StringRef Text = Source.text();
  unsigned Begin = Source.lineBegin(R.Begin);
  bool Empty = Text.slice(Begin, R.Begin).trim().empty();
  if (Source.lineBegin(R.End) != R.End) {
    if (!Text.slice(R.End, Source.lineEnd(R.End)).trim().empty())
      return; // code follows on the line
    R.End = Source.lineEnd(R.End);
  }
  R.End = Text.take_front(R.End).rtrim("\r\n").size();
  R.Begin = Empty ? Begin : Text.take_front(R.Begin).rtrim(" \t").size();
  if (Empty)
    R.End = Source.lineEnd(R.End);
}

unsigned RemovedText::behind(unsigned At) const {
  for (const TextRange &R : Ranges)
    if (At > R.Begin && At < R.End)
      return R.End;
  return At;
}

const TextEdit *RemovedText::findLost(const EditSet &Edits) const {
  auto IsLost = [&](const TextEdit &E) {
    bool TakenAlong = llvm::any_of(Hoisted, [&](const TextRange &H) {
      return E.Begin >= H.Begin && E.End <= H.End;
    });
    return !E.Text.empty() && !TakenAlong &&
           llvm::any_of(Ranges, [&](const TextRange &R) {
             return E.Begin > R.Begin && E.End < R.End;
           });
  };
  const auto At = llvm::find_if(Edits.edits(), IsLost);
  return At == Edits.edits().end() ? nullptr : &*At;
}

} // namespace pipeline_rewrite
