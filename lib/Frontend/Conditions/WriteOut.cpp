//===- WriteOut.cpp - What a macro stands for where it is used ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Conditions/WriteOut.h"
#include "Frontend/SourceUnit.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Two characters that would be read as one token, or might.
bool wouldJoin(char Left, char Right) {
  auto IsWord = [](char C) { return isAsciiIdentifierContinue(C, true); };
  auto Joins = [](char C) {
    return isPunctuation(C) && !llvm::StringRef("()[]{};,").contains(C);
  };
  return (IsWord(Left) && IsWord(Right)) || (Joins(Left) && Joins(Right)) ||
         (Left == '.' && isDigit(Right)) || (isDigit(Left) && Right == '.') ||
         (IsWord(Left) && (Right == '"' || Right == '\''));
}

class MacroWriter {
public:
  MacroWriter(const SourceUnit &Unit, unsigned NameAt)
      : Unit(Unit), SM(Unit.sources()), PP(Unit.preprocessor()),
        Text(Unit.text()) {
    Out.Begin = NameAt;
  }

  std::optional<WrittenMacro> write() {
    if (!readUse() || !isPlain())
      return std::nullopt;
    const size_t Line = Text.take_front(Out.Begin).rfind('\n') + 1;
    const llvm::StringRef Before = Text.slice(Line, Out.Begin);
    IsStatement = Before.trim().empty();
    Indent = Before.take_while([](char C) { return C == ' ' || C == '\t'; });
    Newline = Text.contains("\r\n") ? "\r\n" : "\n";
    findBaseColumn();
    for (unsigned I = 0; I < Macro->getNumTokens(); ++I)
      add(I);
    if (Out.End < Text.size() && !Out.Text.empty() &&
        wouldJoin(Out.Text.back(), Text[Out.End]))
      Out.Text += ' ';
    return std::move(Out);
  }

private:
  //===--------------------------------------------------------------------===//
  // The use
  //===--------------------------------------------------------------------===//

  bool readUse() {
    Lexer Lex(SM.getLocForStartOfFile(Unit.subject()), PP.getLangOpts(),
              Text.begin(), Text.begin() + Out.Begin, Text.end());
    Token T;
    Lex.LexFromRawLexer(T);
    if (T.isNot(tok::raw_identifier) || offsetOf(T) != Out.Begin)
      return false;
    Macro = PP.getMacroDefinitionAtLoc(
                  PP.getIdentifierInfo(T.getRawIdentifier()), T.getLocation())
                .getMacroInfo();
    Out.End = endOf(T);
    if (!Macro || Macro->isBuiltinMacro())
      return false;
    return !Macro->isFunctionLike() || readArguments(Lex);
  }

  /// Commas in parentheses, and those of the last parameter that takes any
  /// number, part no arguments.
  bool readArguments(Lexer &Lex) {
    Token T;
    Lex.LexFromRawLexer(T);
    if (T.isNot(tok::l_paren))
      return false;
    std::optional<unsigned> First;
    unsigned Depth = 1, Last = 0;
    auto End = [&] {
      Arguments.push_back(First ? Text.slice(*First, Last) : "");
      First.reset();
    };
    while (true) {
      Lex.LexFromRawLexer(T);
      if (T.is(tok::eof) || (T.is(tok::hash) && T.isAtStartOfLine()))
        return false;
      Depth += T.is(tok::l_paren);
      Depth -= T.is(tok::r_paren);
      if (!Depth)
        break;
      if (Depth == 1 && T.is(tok::comma) && !isLastOfMany()) {
        End();
        continue;
      }
      if (!First)
        First = offsetOf(T);
      Last = endOf(T);
    }
    Out.End = endOf(T);
    if (First || !Arguments.empty() || Macro->getNumParams() > 0)
      End();
    return Arguments.size() == Macro->getNumParams();
  }

  bool isLastOfMany() const {
    return Macro->isVariadic() && Arguments.size() + 1 == Macro->getNumParams();
  }

  unsigned offsetOf(const Token &T) const {
    return SM.getFileOffset(T.getLocation());
  }
  unsigned endOf(const Token &T) const { return offsetOf(T) + T.getLength(); }

  //===--------------------------------------------------------------------===//
  // The body
  //===--------------------------------------------------------------------===//

  /// No token of it is made of others.
  bool isPlain() const {
    return llvm::none_of(Macro->tokens(), [&](const Token &T) {
      return T.is(tok::hashhash) ||
             (T.is(tok::hash) && Macro->isFunctionLike()) ||
             (T.getIdentifierInfo() &&
              T.getIdentifierInfo()->getName() == "__VA_OPT__");
    });
  }

  const Token &token(unsigned I) const { return Macro->getReplacementToken(I); }

  /// What the definition has in front of a token of the body.
  llvm::StringRef gapBefore(unsigned I) const {
    if (I == 0)
      return "";
    const char *End = SM.getCharacterData(token(I).getLocation()),
               *Begin = SM.getCharacterData(token(I - 1).getLocation()) +
                        token(I - 1).getLength();
    return Begin <= End ? llvm::StringRef(Begin, End - Begin) : " ";
  }

  bool startsLine(unsigned I) const { return gapBefore(I).contains('\n'); }

  unsigned columnOf(unsigned I) const {
    return SM.getSpellingColumnNumber(token(I).getLocation());
  }

  /// The leftmost of the lines of the body is as far to the right as the use.
  void findBaseColumn() {
    for (unsigned I = 1; I < Macro->getNumTokens(); ++I)
      if (startsLine(I))
        BaseColumn = std::min(BaseColumn, columnOf(I));
  }

  /// Which parameter a token of the body names; -1: none.
  int parameterOf(unsigned I) const {
    const IdentifierInfo *Name = token(I).getIdentifierInfo();
    return Name && Macro->isFunctionLike() ? Macro->getParameterNum(Name) : -1;
  }

  /// The token and the one before it do not meet in the definition.
  bool isNewPair(unsigned I) const {
    return I == 0 || parameterOf(I) >= 0 || parameterOf(I - 1) >= 0;
  }

  void add(unsigned I) {
    const Token &T = token(I);
    const int Parameter = T.getIdentifierInfo() && Macro->isFunctionLike()
                              ? Macro->getParameterNum(T.getIdentifierInfo())
                              : -1;
    const std::string Words =
        Parameter < 0 ? PP.getSpelling(T) : Arguments[Parameter].str();
    if (Words.empty())
      return;
    addGap(I, Words.front());
    Out.Text += Words;
    if (T.isOneOf(tok::l_paren, tok::l_brace))
      ++Depth;
    else if (T.isOneOf(tok::r_paren, tok::r_brace))
      --Depth;
    EndsStatement = Depth == 0 && T.is(tok::semi);
  }

  void addGap(unsigned I, char Next) {
    const char Last = Out.Text.empty() ? (Out.Begin ? Text[Out.Begin - 1] : ' ')
                                       : Out.Text.back();
    if (IsStatement && I > 0 && startsLine(I))
      Out.Text +=
          Newline + Indent.str() + std::string(columnOf(I) - BaseColumn, ' ');
    else if (IsStatement && EndsStatement)
      Out.Text += Newline + Indent.str();
    else if (!gapBefore(I).empty() || (isNewPair(I) && wouldJoin(Last, Next)))
      Out.Text += ' ';
  }

  const SourceUnit &Unit;
  const SourceManager &SM;
  Preprocessor &PP;
  llvm::StringRef Text;
  const MacroInfo *Macro = nullptr;
  llvm::SmallVector<llvm::StringRef, 4> Arguments;
  WrittenMacro Out;
  bool IsStatement = false; ///< the use begins its line
  llvm::StringRef Indent;
  std::string Newline;
  unsigned BaseColumn = ~0u;
  unsigned Depth = 0;
  bool EndsStatement = false;
};

} // namespace

std::optional<unsigned> hidingMacro(const SourceUnit &Unit,
                                    SourceLocation Token) {
  const SourceManager &SM = Unit.sources();
  bool IsHidden = false;
  while (Token.isMacroID())
    if (SM.isMacroArgExpansion(Token)) {
      Token = SM.getImmediateSpellingLoc(Token);
    } else {
      IsHidden = true;
      Token = SM.getImmediateExpansionRange(Token).getBegin();
    }
  if (!IsHidden || Token.isInvalid() || !SM.isInFileID(Token, Unit.subject()))
    return std::nullopt;
  return SM.getFileOffset(Token);
}

llvm::SmallVector<unsigned, 2> hidingMacros(const SourceUnit &Unit,
                                            SourceRange Range) {
  llvm::SmallVector<unsigned, 2> Found;
  for (SourceLocation L : {Range.getBegin(), Range.getEnd()})
    if (auto At = hidingMacro(Unit, L); At && !llvm::is_contained(Found, *At))
      Found.push_back(*At);
  // From one argument to another: what is between them is the macro's.
  const SourceLocation Begin = Range.getBegin();
  if (Found.empty() && Begin.isMacroID() && Unit.isInSubject(Begin))
    Found.push_back(
        Unit.sources().getFileOffset(Unit.sources().getExpansionLoc(Begin)));
  return Found;
}

std::optional<WrittenMacro> writeOut(const SourceUnit &Unit, unsigned NameAt) {
  return MacroWriter(Unit, NameAt).write();
}

std::string textWith(llvm::StringRef Text,
                     llvm::ArrayRef<WrittenMacro> Macros) {
  std::string New;
  unsigned At = 0;
  for (const WrittenMacro &M : Macros) {
    New += Text.slice(At, M.Begin);
    New += M.Text;
    At = M.End;
  }
  New += Text.drop_front(At);
  return New;
}

unsigned offsetBefore(llvm::ArrayRef<WrittenMacro> Macros, unsigned Offset) {
  int Grown = 0;
  for (const WrittenMacro &M : Macros) {
    const unsigned Begin = M.Begin + Grown;
    if (Offset < Begin)
      break;
    if (Offset < Begin + M.Text.size())
      return M.Begin;
    Grown += int(M.Text.size()) - int(M.End - M.Begin);
  }
  return Offset - Grown;
}

} // namespace pipeline_rewrite
