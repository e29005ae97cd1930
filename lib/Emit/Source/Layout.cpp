//===- Layout.cpp - Breaks and spaces of new text -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/Layout.h"
#include "Cache/ReadLog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace clang;
using clang::tooling::Range;
using clang::tooling::Replacement;

namespace pipeline_rewrite {
namespace {

bool isBlank(llvm::StringRef Text) {
  return Text.find_first_not_of(" \t\r\n") == llvm::StringRef::npos;
}

unsigned indentOf(llvm::StringRef Line) {
  return std::min(Line.find_first_not_of(" \t"), Line.size());
}

bool hasStyleFile(llvm::StringRef File) {
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  for (llvm::StringRef Dir = llvm::sys::path::parent_path(Path); !Dir.empty();
       Dir = llvm::sys::path::parent_path(Dir))
    for (llvm::StringRef Name : {".clang-format", "_clang-format"}) {
      llvm::SmallString<256> Style(Dir);
      llvm::sys::path::append(Style, Name);
      if (llvm::sys::fs::exists(Style))
        return true;
    }
  return false;
}

std::vector<llvm::StringRef> linesOf(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef> Lines;
  Text.split(Lines, '\n');
  return {Lines.begin(), Lines.end()};
}

/// Of 80, 100 and 120 columns the least that nearly all lines keep; 0: none.
unsigned columnLimit(llvm::ArrayRef<llvm::StringRef> Lines) {
  for (unsigned Limit : {80, 100, 120})
    if (llvm::count_if(
            Lines,
            [&](llvm::StringRef Line) { return Line.rtrim().size() > Limit; }) *
            50 <=
        static_cast<long>(Lines.size()))
      return Limit;
  return 0;
}

/// By how many columns most lines stand further in than the one above them.
unsigned indentWidth(llvm::ArrayRef<llvm::StringRef> Lines) {
  std::map<unsigned, unsigned> Steps;
  for (size_t I = 1; I < Lines.size(); ++I)
    if (Lines[I - 1].rtrim().ends_with("{") && !isBlank(Lines[I]))
      if (unsigned Inner = indentOf(Lines[I]), Outer = indentOf(Lines[I - 1]);
          Inner > Outer)
        ++Steps[Inner - Outer];
  auto Most = std::max_element(
      Steps.begin(), Steps.end(),
      [](const auto &A, const auto &B) { return A.second < B.second; });
  return Most == Steps.end() ? 2 : Most->first;
}

/// What can be told from a text that nobody formats by rule.
format::FormatStyle styleLike(llvm::StringRef Text) {
  format::FormatStyle Style = format::getLLVMStyle();
  const std::vector<llvm::StringRef> Lines = linesOf(Text);
  Style.ColumnLimit = columnLimit(Lines);
  Style.IndentWidth = indentWidth(Lines);
  Style.ContinuationIndentWidth = std::max(4u, Style.IndentWidth);
  return Style;
}

/// Where the texts of edits lie once they are made.
std::vector<Range> newRanges(llvm::ArrayRef<TextEdit> Edits) {
  std::vector<Range> Ranges;
  long Shift = 0;
  for (const TextEdit &E : Edits) {
    Ranges.emplace_back(E.Begin + Shift, E.Text.size());
    Shift += static_cast<long>(E.Text.size()) - (E.End - E.Begin);
  }
  return Ranges;
}

bool breaks(llvm::StringRef Space) { return Space.contains('\n'); }

/// How far in the line stands that begins behind \p Space.
long indentBehind(llvm::StringRef Space) {
  return Space.size() - (Space.rfind('\n') + 1);
}

/// Takes over what libFormat would do to a text that edits have made.
class Arrangement {
public:
  Arrangement(llvm::StringRef Text, llvm::ArrayRef<Range> New,
              const format::FormatStyle &Style, bool BreaksOnly)
      : Text(Text), New(New), Limit(Style.ColumnLimit), BreaksOnly(BreaksOnly) {
  }

  /// Requires: to be asked of one replacement after the other.
  /// Gives: the white space that takes the place of \p R's; nullopt: it stays.
  std::optional<std::string> spaceFor(const Replacement &R) {
    const llvm::StringRef Old = oldSpace(R), Now = R.getReplacementText();
    if (!isBlank(Old) || !isBlank(Now))
      return std::nullopt;
    if (breaks(Old) && !mayMove(R)) {
      // Where a line begins libFormat has it further in or out than it stands,
      // and what it breaks of that line with it.
      Off = indentBehind(Old) - indentBehind(Now);
      Line = R.getOffset() + Old.rfind('\n');
      return std::nullopt;
    }
    if (breaks(Old) || !breaks(Now))
      return mayMove(R) ? std::optional(Now.str()) : std::nullopt;
    if (!editOf(R) && !isTooLong(R))
      return std::nullopt;
    const bool IsOff = Text.rfind('\n', R.getOffset()) == Line;
    const long Indent = indentBehind(Now) + (IsOff ? Off : 0);
    return Now.drop_back(indentBehind(Now)).str() +
           std::string(std::max(0l, Indent), ' ');
  }

  /// The edit whose text \p R lies in.
  std::optional<size_t> editOf(const Replacement &R) const {
    for (const auto &[Index, Each] : llvm::enumerate(New))
      if (isInside(R, Each))
        return Index;
    return std::nullopt;
  }

private:
  llvm::StringRef oldSpace(const Replacement &R) const {
    return Text.substr(R.getOffset(), R.getLength());
  }

  /// All that \p R takes the place of is new. A break at the edge of new text
  /// stays one.
  bool isInside(const Replacement &R, const Range &Of) const {
    const unsigned Begin = R.getOffset(), End = Begin + R.getLength(),
                   OfEnd = Of.getOffset() + Of.getLength();
    if (Of.getOffset() < Begin && End < OfEnd)
      return true;
    return R.getLength() && Of.getOffset() <= Begin && End <= OfEnd &&
           breaks(oldSpace(R)) == breaks(R.getReplacementText());
  }

  bool mayMove(const Replacement &R) const { return !BreaksOnly && editOf(R); }

  /// The line of \p R is too long, and it is new text that made it so.
  bool isTooLong(const Replacement &R) const {
    const unsigned Begin = Text.rfind('\n', R.getOffset()) + 1,
                   End = std::min(Text.find('\n', R.getOffset()), Text.size());
    long Own = End - Begin;
    for (const Range &Each : New)
      Own -= std::max(0l, static_cast<long>(std::min(
                              End, Each.getOffset() + Each.getLength())) -
                              std::max(Begin, Each.getOffset()));
    return End - Begin > Limit && Own <= Limit;
  }

  llvm::StringRef Text;
  llvm::ArrayRef<Range> New;
  unsigned Limit;
  bool BreaksOnly;
  size_t Line = llvm::StringRef::npos; ///< the break in front of a line
  long Off = 0;                        ///< by which that line stands further in
};

/// A place of the new text, outside of what edits wrote, in the old one.
unsigned oldOffset(unsigned Offset, llvm::ArrayRef<TextEdit> Edits,
                   llvm::ArrayRef<Range> New) {
  long Shift = 0;
  for (const auto &[E, At] : llvm::zip_equal(Edits, New))
    if (At.getOffset() < Offset)
      Shift += static_cast<long>(At.getLength()) - (E.End - E.Begin);
  return Offset - Shift;
}

} // namespace

llvm::Expected<TextLayout> TextLayout::of(llvm::StringRef File,
                                          llvm::StringRef Text) {
  TextLayout Layout;
  Layout.File = File.str();
  logParents(File, {".clang-format", "_clang-format"});
  Layout.BreaksOnly = !hasStyleFile(File);
  if (Layout.BreaksOnly) {
    Layout.Style = styleLike(Text);
    return Layout;
  }
  auto Style = format::getStyle(
      "file", File, "none", Text, /*FS=*/nullptr, /*AllowUnknownOptions=*/false,
      [](const llvm::SMDiagnostic &, void *) {}); // said by the error
  if (!Style)
    return Style.takeError();
  Layout.Style = *Style;
  return Layout;
}

/// Without a style: only the lines that are too long.
std::vector<Range> TextLayout::rangesIn(llvm::StringRef Text,
                                        llvm::ArrayRef<Range> New) const {
  if (!BreaksOnly)
    return New;
  std::vector<Range> Long;
  for (const Range &R : New) {
    size_t At = Text.rfind('\n', R.getOffset()) + 1;
    while (At < R.getOffset() + R.getLength()) {
      const size_t End = std::min(Text.find('\n', At), Text.size());
      if (Text.slice(At, End).rtrim().size() > Style.ColumnLimit)
        Long.emplace_back(At, End - At);
      At = End + 1;
    }
  }
  return Long;
}

std::vector<TextEdit> TextLayout::arrange(std::vector<TextEdit> Edits,
                                          llvm::StringRef Source) const {
  if (Style.DisableFormat || (BreaksOnly && !Style.ColumnLimit))
    return Edits;
  const std::vector<Range> New = newRanges(Edits);
  const std::string Text = applied(Edits, Source);
  const std::vector<Range> Asked = rangesIn(Text, New);
  if (Asked.empty())
    return Edits;
  Arrangement By(Text, New, Style, BreaksOnly);
  EditSet All;
  std::vector<std::pair<size_t, Replacement>> Inside;
  for (const Replacement &R : format::reformat(Style, Text, Asked, File)) {
    auto Space = By.spaceFor(R);
    if (!Space)
      continue;
    if (auto Index = By.editOf(R)) {
      Inside.emplace_back(
          *Index, Replacement(File, R.getOffset() - New[*Index].getOffset(),
                              R.getLength(), *Space));
      continue;
    }
    const unsigned At = oldOffset(R.getOffset(), Edits, New);
    All.replace(At, At + R.getLength(), *Space);
  }
  for (const auto &[Index, R] : llvm::reverse(Inside))
    Edits[Index].Text.replace(R.getOffset(), R.getLength(),
                              R.getReplacementText().str());
  for (const TextEdit &E : Edits)
    All.replace(E.Begin, E.End, E.Text);
  return All.settled(Source);
}

/// Bytes of a block comment with its newline if nothing follows on its last
/// line; else 0.
static size_t commentLines(llvm::StringRef Text) {
  if (!Text.starts_with("/*"))
    return 0;
  size_t End = Text.find("*/", 2);
  if (End == llvm::StringRef::npos)
    return 0;
  size_t Newline = Text.find('\n', End);
  return Text.slice(End + 2, Newline).trim().empty() &&
                 Newline != llvm::StringRef::npos
             ? Newline + 1
             : 0;
}

std::string withoutLeadingComments(llvm::StringRef Lines) {
  std::string Pragmas;
  while (true) {
    auto [Line, Rest] = Lines.split('\n');
    llvm::StringRef Trimmed = Line.trim();
    if (Trimmed.starts_with("#"))
      Pragmas += Line.str() + "\n";
    else if (Trimmed.starts_with("//") && !Trimmed.ends_with("\\"))
      ; // goes
    else if (size_t Length = commentLines(Lines.ltrim()))
      Rest = Lines.ltrim().drop_front(Length);
    else
      return Pragmas + Lines.str();
    Lines = Rest;
  }
}

} // namespace pipeline_rewrite
