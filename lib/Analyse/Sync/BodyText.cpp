//===- BodyText.cpp - Edits of the text of a loop's body ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Sync/BodyText.h"
#include "Ast/MacroNames.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {

std::vector<OtherText> BodyText::settled() {
  llvm::stable_sort(Out, [](const OtherText &L, const OtherText &R) {
    return L.Begin < R.Begin;
  });
  std::vector<OtherText> All;
  for (OtherText &T : Out) {
    if (!All.empty() && All.back().Text.empty() && All.back().End == T.Begin) {
      T.Begin = All.back().Begin;
      All.pop_back();
    }
    if (!All.empty() && All.back().Text.empty())
      All.back().Text = Text[All.back().End++];
    All.push_back(std::move(T));
  }
  if (!All.empty() && All.back().Text.empty())
    All.back().Text = Text[All.back().End++];
  return All;
}

std::optional<unsigned> BodyText::offset(SourceLocation L) {
  if (L.isValid() && !L.isMacroID() && A.SM.getFileID(L) == A.Unit.subject())
    return A.SM.getFileOffset(L);
  IsPlain = false; // a macro's body is nobody's text
  return std::nullopt;
}

Part BodyText::withSemicolon(Part P) const {
  const size_t Next = Text.find_first_not_of(" \t\r\n", P.End);
  if (Next != llvm::StringRef::npos && Text[Next] == ';')
    P.End = Next + 1;
  return P;
}

Part BodyText::partOf(const Stmt *S) {
  const auto Begin = offset(S->getBeginLoc()), Last = offset(S->getEndLoc());
  if (!Begin || !Last)
    return {};
  const Part P = {*Begin,
                  *Last + Lexer::MeasureTokenLength(S->getEndLoc(), A.SM,
                                                    A.Context.getLangOpts())};
  return isa<DeclStmt, CompoundStmt>(S) ? P : withSemicolon(P);
}

llvm::StringRef BodyText::indentAt(unsigned Offset) const {
  const size_t Line = Text.rfind('\n', Offset) + 1;
  return Text.slice(Line, Offset).take_while([](char C) {
    return C == ' ' || C == '\t';
  });
}

bool BodyText::startsLine(unsigned Offset) const {
  return Text.slice(Text.rfind('\n', Offset) + 1, Offset).trim(" \t").empty();
}

Part BodyText::lines(Part P) const {
  size_t End = Text.find_first_not_of(" \t\r", P.End);
  if (!startsLine(P.Begin) || End == llvm::StringRef::npos || Text[End] != '\n')
    return P;
  return {unsigned(Text.rfind('\n', P.Begin) + 1), unsigned(End + 1)};
}

void BodyText::indent(Part P, llvm::StringRef From, llvm::StringRef To) {
  const size_t Changed = Out.size();
  size_t At = P.Begin;
  while ((At = Text.find('\n', At)) < P.End) {
    const Part Blanks = {unsigned(At + 1), unsigned(At + 1 + From.size())};
    ++At;
    const bool IsFree = llvm::none_of(
        llvm::ArrayRef(Out).take_front(Changed), [&](const OtherText &T) {
          return T.Begin < Blanks.End && Blanks.Begin < T.End;
        });
    if (IsFree && !From.empty() && From != To &&
        Text.substr(Blanks.Begin).starts_with(From))
      replace(Blanks, To.str());
  }
}

std::string BodyText::line(llvm::StringRef Indent,
                           const llvm::Twine &Code) const {
  return (Indent + Code + (Text.contains("\r\n") ? "\r\n" : "\n")).str();
}

bool BodyText::isNamedIn(llvm::StringRef Name, Part P) const {
  const llvm::StringSet<> Names = {Name};
  const SourceLocation Start = A.SM.getLocForStartOfFile(A.Unit.subject());
  for (size_t At = P.Begin; At < P.End;) {
    const llvm::StringRef Word = Text.slice(At, P.End).take_while(
        [](char C) { return clang::isAsciiIdentifierContinue(C); });
    if (!Word.empty() && meansAny(Word, Names, Start.getLocWithOffset(At),
                                  A.Unit.preprocessor()))
      return true;
    At += std::max<size_t>(Word.size(), 1);
  }
  return false;
}

bool BodyText::isNamedBeside(llvm::StringRef Name, Part Inside) {
  const Part Loop = partOf(A.K.Loop);
  return isNamedIn(Name, {Loop.Begin, Inside.Begin}) ||
         isNamedIn(Name, {Inside.End, Loop.End});
}

} // namespace pipeline_rewrite
