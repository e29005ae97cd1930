//===- SourceText.cpp - The user's text around AST nodes ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {

SourceText::SourceText(const SourceUnit &Unit)
    : SourceText(Unit, Unit.subject(), Unit.text()) {}

SourceText::SourceText(const SourceUnit &Unit, SourceLocation In)
    : SourceText(
          Unit, Unit.sources().getFileID(In),
          Unit.sources().isInFileID(In, Unit.subject())
              ? Unit.text()
              : Unit.sources().getBufferData(Unit.sources().getFileID(In))) {}

SourceText::SourceText(const SourceUnit &Unit, FileID File,
                       llvm::StringRef Content)
    : SM(Unit.sources()), LangOpts(Unit.context().getLangOpts()), File(File),
      IsSubject(File == Unit.subject()), Text(Content),
      Newline(Text.contains("\r\n") ? "\r\n" : "\n") {
  for (llvm::StringRef Rest = Text; !Rest.empty();) {
    auto [Line, Next] = Rest.split('\n');
    Width =
        std::max<unsigned>(Width, std::min<size_t>(Line.rtrim().size(), 120));
    Rest = Next;
  }
}

std::optional<TextRange> SourceText::range(SourceRange R) const {
  CharSourceRange C =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(R), SM, LangOpts);
  if (C.isInvalid() || !isHere(C.getBegin()) || !isHere(C.getEnd()))
    return std::nullopt;
  TextRange Out{SM.getFileOffset(C.getBegin()), SM.getFileOffset(C.getEnd())};
  if (Out.End < Out.Begin || Out.End > Text.size())
    return std::nullopt;
  return Out;
}

namespace {

/// What the text of \p S ends with; nullptr if that is S itself.
const Stmt *tailOf(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->getElse() ? If->getElse() : If->getThen();
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getBody();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return Range->getBody();
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return Attributed->getSubStmt();
  return nullptr;
}

/// `if constexpr` at the end of the text of \p S; nullptr if there is none.
const IfStmt *lastConstexprIf(const Stmt *S) {
  for (; S; S = tailOf(S))
    if (const auto *If = dyn_cast<IfStmt>(S); If && If->isConstexpr())
      return If;
  return nullptr;
}

/// Finds the end of a statement in text that has no tree.
class StatementEnd {
public:
  StatementEnd(llvm::StringRef Text, const LangOptions &LangOpts,
               unsigned Begin)
      : Lex(SourceLocation(), LangOpts, Text.begin(), Text.begin() + Begin,
            Text.end()),
        Text(Text) {
    next();
  }

  /// Behind the `;` or the brace.
  unsigned find() {
    skip();
    return End;
  }

private:
  void next() {
    End = Behind;
    Lex.LexFromRawLexer(T);
    Behind = Lex.getBufferLocation() - Text.begin();
  }
  bool isWord(llvm::StringRef Word) const {
    return T.is(tok::raw_identifier) && T.getRawIdentifier() == Word;
  }

  /// \p Until, with what is in brackets before it.
  void skipTo(tok::TokenKind Until) {
    unsigned Depth = 0;
    for (; T.isNot(tok::eof); next()) {
      const bool IsEnd = T.is(Until) && Depth <= (Until == tok::semi ? 0 : 1);
      if (T.isOneOf(tok::l_paren, tok::l_brace, tok::l_square))
        ++Depth;
      else if (T.isOneOf(tok::r_paren, tok::r_brace, tok::r_square) && Depth)
        --Depth;
      if (IsEnd)
        return next();
    }
  }

  void skip() {
    if (T.is(tok::l_brace))
      return skipTo(tok::r_brace);
    if (isWord("if")) {
      skipTo(tok::r_paren);
      skip();
      if (!isWord("else"))
        return;
      next();
      return skip();
    }
    if (isWord("for") || isWord("while") || isWord("switch")) {
      skipTo(tok::r_paren);
      return skip();
    }
    skipTo(tok::semi);
  }

  Lexer Lex;
  llvm::StringRef Text;
  Token T;
  unsigned End = 0, Behind = 0;
};

} // namespace

/// \p Code up to the parentheses that close what it opens: an expanded fold
/// expression, `(x + ... + 0)`, ends in front of its own.
static TextRange withClosed(TextRange Code, llvm::StringRef Text,
                            const LangOptions &LangOpts) {
  Lexer Lex(SourceLocation(), LangOpts, Text.begin(), Text.begin() + Code.Begin,
            Text.end());
  Token Next;
  for (int Open = 0;;) {
    Lex.LexFromRawLexer(Next);
    const unsigned End = Lex.getBufferLocation() - Text.begin();
    const bool IsAfter = End > Code.End;
    if (Next.is(tok::eof) ||
        (IsAfter && (Open == 0 || Next.isNot(tok::r_paren))))
      return Code;
    Open += Next.is(tok::l_paren) - Next.is(tok::r_paren);
    if (IsAfter)
      Code.End = End;
  }
}

std::optional<TextRange> SourceText::range(const Stmt *S) const {
  // `#pragma unroll` gives its statement a begin somewhere before the pragma.
  while (const auto *Attributed = dyn_cast_or_null<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  if (!S)
    return std::nullopt;
  std::optional<TextRange> R = range(S->getSourceRange());
  // The tree of an instance ends where a discarded branch begins.
  const IfStmt *Last = lastConstexprIf(S);
  const std::optional<unsigned> Begin =
      R && Last ? spelled(Last->getIfLoc()) : std::nullopt;
  if (Begin)
    R->End = std::max(R->End, StatementEnd(Text, LangOpts, *Begin).find());
  return R && slice(*R).contains("...") ? withClosed(*R, Text, LangOpts) : R;
}

std::optional<unsigned> SourceText::spelled(SourceLocation L) const {
  if (L.isMacroID()) {
    // Only what the user wrote as a macro's argument is his own text.
    while (L.isMacroID()) {
      if (!SM.isMacroArgExpansion(L))
        return std::nullopt;
      L = SM.getImmediateSpellingLoc(L);
    }
  }
  if (L.isInvalid() || !isHere(L))
    return std::nullopt;
  return SM.getFileOffset(L);
}

namespace {

/// The last statement in the text of \p S that decides whether a semicolon
/// follows.
const Stmt *lastPart(const Stmt *S) {
  while (const Stmt *Tail = tailOf(S))
    S = Tail;
  return S;
}

bool takesSemicolon(const Stmt *S) {
  return isa<Expr, DoStmt, AsmStmt, ReturnStmt, BreakStmt, ContinueStmt>(
      lastPart(S));
}

/// Nothing but `_Pragma("…")`, which may stand in front of a statement as well.
bool isPragmaOperator(llvm::StringRef Line) {
  if (!Line.consume_front("_Pragma"))
    return false;
  const size_t End = Line.find("\")");
  return End != llvm::StringRef::npos &&
         Line.drop_front(End + 2).trim().empty();
}

/// A line that belongs to the statement below it.
bool leadsOn(llvm::StringRef Line) {
  Line = Line.trim();
  // `// text */ code` may end a block comment.
  return (Line.starts_with("//") && !Line.contains("*/")) ||
         Line.starts_with("#pragma") || Line.starts_with("# pragma") ||
         isPragmaOperator(Line) ||
         (Line.starts_with("/*") && Line.ends_with("*/") &&
          Line.count("*/") == 1);
}

} // namespace

std::optional<TextRange> SourceText::statement(const Stmt *S) const {
  std::optional<TextRange> R = range(S);
  return R && takesSemicolon(S) ? withSemicolon(*R) : R;
}

TextRange SourceText::withSemicolon(TextRange Code) const {
  // A comment may stand between.
  Lexer Lex(SourceLocation(), LangOpts, Text.begin(), Text.begin() + Code.End,
            Text.end());
  Token Next;
  Lex.LexFromRawLexer(Next);
  if (Next.is(tok::semi))
    Code.End = Lex.getBufferLocation() - Text.begin();
  return Code;
}

TextRange SourceText::code(TextRange R) const {
  Lexer Lex(SourceLocation(), LangOpts, Text.begin(), Text.begin() + R.Begin,
            Text.end());
  Token Next;
  for (unsigned End = R.Begin;; End = Lex.getBufferLocation() - Text.begin()) {
    Lex.LexFromRawLexer(Next);
    if (Next.is(tok::eof) || Lex.getBufferLocation() > Text.begin() + R.End)
      return {R.Begin, End};
  }
}

unsigned SourceText::lineBegin(unsigned Offset) const {
  size_t Newline = Text.take_front(Offset).rfind('\n');
  return Newline == llvm::StringRef::npos ? 0 : Newline + 1;
}

unsigned SourceText::lineEnd(unsigned Offset) const {
  size_t Newline = Text.find('\n', Offset);
  return Newline == llvm::StringRef::npos ? Text.size() : Newline + 1;
}

/// The line where a block comment begins that ends with \p Line, if it fills
/// all lines between.
std::optional<unsigned>
SourceText::blockCommentBegin(unsigned LineAt, llvm::StringRef Line) const {
  if (!Line.trim().ends_with("*/") || Line.contains("/*"))
    return std::nullopt;
  llvm::StringRef Above = Text.take_front(LineAt);
  size_t Open = Above.rfind("/*"), Close = Above.rfind("*/");
  if (Open == llvm::StringRef::npos ||
      (Close != llvm::StringRef::npos && Close > Open) || Line.count("*/") != 1)
    return std::nullopt;
  unsigned Begin = lineBegin(Open);
  if (!Text.slice(Begin, Open).trim().empty())
    return std::nullopt;
  return Begin;
}

/// Extends upward over comment and pragma lines that touch each other.
unsigned SourceText::leadingLines(unsigned Begin) const {
  while (Begin > 0) {
    unsigned Above = lineBegin(Begin - 1);
    llvm::StringRef Line = Text.slice(Above, Begin);
    bool Blank = Line.trim().empty();
    if (auto Comment = blockCommentBegin(Above, Line)) {
      Above = *Comment;
    } else if (!leadsOn(Line)) {
      // `#pragma unroll` may be followed by an empty line, as formatters leave
      // it.
      if (!Blank || Above == 0)
        break;
      unsigned Higher = lineBegin(Above - 1);
      if (!Text.slice(Higher, Above).trim().starts_with("#pragma unroll"))
        break;
    }
    Begin = Above;
  }
  return Begin;
}

std::optional<TextRange> SourceText::lines(const Stmt *S) const {
  std::optional<TextRange> R = statement(S);
  return R ? std::optional(linesOf(*R, pragmaOf(S))) : R;
}

std::optional<TextRange> SourceText::loopLines(const Stmt *S) const {
  std::optional<TextRange> R = statement(S);
  if (!R)
    return R;
  TextRange Lines = linesOf(withSemicolon(*R), pragmaOf(S));
  // What another statement begins may go on in a line of its own.
  if (!ownsLines(Lines) && followsStatement(Lines.Begin) && endsLine(Lines.End))
    Lines.End = lineEnd(Lines.End);
  return Lines;
}

bool SourceText::followsStatement(unsigned Offset) const {
  const llvm::StringRef Before = Text.slice(lineBegin(Offset), Offset).trim();
  return !Before.empty() && !Before.starts_with("#") &&
         llvm::StringRef(";{}").contains(Before.back()) &&
         Before.count('}') <= Before.count('{');
}

TextRange SourceText::lines(TextRange Code) const {
  return linesOf(withSemicolon(Code), std::nullopt);
}

bool SourceText::endsLine(unsigned Offset) const {
  const llvm::StringRef After = Text.slice(Offset, lineEnd(Offset)).trim();
  return After.empty() || After.starts_with("//") ||
         (After.starts_with("/*") && After.ends_with("*/") &&
          After.count("*/") == 1);
}

TextRange SourceText::linesOf(TextRange R,
                              std::optional<unsigned> Pragma) const {
  unsigned Begin = lineBegin(R.Begin), End = lineEnd(R.End);
  llvm::StringRef Before = Text.slice(Begin, R.Begin);
  bool PragmaBefore = Before.trim().starts_with("#pragma");
  bool OwnBegin = Before.trim().empty() || PragmaBefore;
  bool OwnEnd = endsLine(R.End);
  if (!OwnBegin || !OwnEnd) {
    // A neighbour shares the line: the spaces behind a statement are its own,
    // so that the ranges of neighbours never overlap.
    while (!OwnEnd && R.End < Text.size() &&
           (Text[R.End] == ' ' || Text[R.End] == '\t'))
      ++R.End;
    return R;
  }
  Begin = leadingLines(Begin);
  if (Pragma && *Pragma < Begin)
    Begin = leadingLines(lineBegin(*Pragma));
  return TextRange{Begin, End};
}

std::optional<unsigned> SourceText::pragmaOf(const Stmt *S) const {
  const auto *Attributed = dyn_cast<AttributedStmt>(S);
  if (!Attributed || Attributed->getAttrs().empty())
    return std::nullopt;
  SourceLocation L =
      SM.getExpansionLoc(Attributed->getAttrs().front()->getLocation());
  if (L.isInvalid() || !isHere(L))
    return std::nullopt;
  return SM.getFileOffset(L);
}

bool SourceText::ownsLines(TextRange Lines) const {
  bool AtBegin = Lines.Begin == 0 || Text[Lines.Begin - 1] == '\n';
  bool AtEnd = Lines.End == Text.size() ||
               (Lines.End > 0 && Text[Lines.End - 1] == '\n');
  return AtBegin && AtEnd;
}

unsigned SourceText::pragmasAbove(unsigned Offset) const {
  unsigned Begin = Offset;
  for (unsigned Line = lineBegin(Offset); Line > 0;) {
    Line = lineBegin(Line - 1);
    llvm::StringRef Rest = Text.drop_front(Line).ltrim(" \t");
    if (!Rest.consume_front("#") || !Rest.ltrim(" \t").starts_with("pragma"))
      break;
    Begin = Line;
  }
  return Begin;
}

llvm::StringRef SourceText::indentAt(unsigned Offset) const {
  unsigned Begin = lineBegin(Offset);
  unsigned End = Begin;
  while (End < Text.size() && (Text[End] == ' ' || Text[End] == '\t'))
    ++End;
  return Text.slice(Begin, End);
}

std::string SourceText::indentUnit(const Stmt *Loop, const Stmt *Inner) const {
  auto Outer = range(Loop), In = range(Inner);
  if (!Outer || !In)
    return "  ";
  llvm::StringRef A = indentAt(Outer->Begin), B = indentAt(In->Begin);
  return B.size() > A.size() && B.starts_with(A) ? B.drop_front(A.size()).str()
                                                 : "  ";
}

std::string reindent(llvm::StringRef Text, llvm::StringRef Old,
                     llvm::StringRef New) {
  std::string Out;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    bool Ended = Line.size() < Text.size();
    bool Directive = Line.starts_with("#");
    if (Line.trim().empty()) {
      Out += Line.ends_with("\r") ? "\r" : "";
    } else if (Directive) {
      Out += Line;
    } else if (Line.starts_with(Old)) {
      Out += New;
      Out += Line.drop_front(Old.size());
    } else {
      Out += Line;
    }
    if (Ended)
      Out += '\n';
    Text = Rest;
  }
  return Out;
}

} // namespace pipeline_rewrite
