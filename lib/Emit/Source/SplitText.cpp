//===- SplitText.cpp - A statement written as two -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/SplitText.h"
#include "Emit/Source/RemovedText.h"

namespace pipeline_rewrite {
namespace {

bool hasCondition(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 16> Lines;
  Text.split(Lines, '\n');
  return llvm::any_of(Lines, [](llvm::StringRef Line) {
    Line = Line.ltrim();
    return Line.consume_front("#") && !Line.ltrim().starts_with("pragma");
  });
}

std::string without(const SourceText &Source, TextRange Whole,
                    llvm::ArrayRef<TextBytes> Parts) {
  RemovedText Removed(Source);
  for (const TextBytes &P : Parts)
    Removed.add(Source.lines(TextRange{P.Begin, P.End}));
  Removed.join();
  std::string Left;
  unsigned At = Whole.Begin;
  for (const TextRange &R : Removed.ranges()) {
    Left += Source.slice({At, R.Begin});
    At = R.End;
  }
  return Left += Source.slice({At, Whole.End});
}

} // namespace

std::optional<WrittenMacro> writeHalves(const SourceUnit &Unit,
                                        const StatementHalves &Halves) {
  const SourceText Source(Unit);
  const unsigned First = Halves.Whole.Begin, Line = Source.lineBegin(First);
  const llvm::StringRef Indent = Source.indentAt(First);
  TextRange Whole{First, Halves.Whole.End};
  if (Line + Indent.size() == First)
    if (unsigned Pragma = Source.pragmasAbove(First); Pragma < First)
      Whole.Begin = Pragma + Source.indentAt(Pragma).size();
  if (hasCondition(Source.slice(Whole)))
    return std::nullopt;
  return WrittenMacro{Whole.Begin, Whole.End,
                      without(Source, Whole, Halves.OnlySecond) +
                          Source.newline().str() + Indent.str() +
                          without(Source, Whole, Halves.OnlyFirst)};
}

} // namespace pipeline_rewrite
