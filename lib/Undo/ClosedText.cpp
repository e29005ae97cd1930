//===- ClosedText.cpp - What other builds could make of a kernel's words --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/TextRules.h"
#include "Undo/ClosedList.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace pipeline_rewrite::undo {
namespace {

bool isAfterIncludes(SourceLocation At, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  return At.isFileID() && SM.getFileID(At) == Unit.subject() &&
         !llvm::Regex("^[ \t]*#[ \t]*include", llvm::Regex::Newline)
              .match(Unit.text().drop_front(
                  std::min<size_t>(SM.getFileOffset(At), Unit.text().size())));
}

/// It is one of the system's, or a sum or product of whole numbers in this file
/// and never another.
bool isClosed(const IdentifierInfo &Word, const SourceUnit &Unit,
              unsigned Depth = 0) {
  const MacroDirective *Last =
      Unit.preprocessor().getLocalMacroDirectiveHistory(&Word);
  const MacroInfo *Info = Last ? Last->getMacroInfo() : nullptr;
  if (!Info)
    return false;
  const SourceManager &SM = Unit.sources();
  const SourceLocation At = Info->getDefinitionLoc();
  if (!Info->isBuiltinMacro() &&
      (SM.isInSystemHeader(At) ||
       (SM.isWrittenInBuiltinFile(At) && !SM.isWrittenInCommandLineFile(At))))
    return true;
  return isa<DefMacroDirective>(Last) && !Last->getPrevious() &&
         Info->isObjectLike() && Info->getNumTokens() > 0 &&
         isAfterIncludes(At, Unit) &&
         llvm::all_of(Info->tokens(), [&](const Token &T) {
           return T.isOneOf(tok::numeric_constant, tok::l_paren, tok::r_paren,
                            tok::plus, tok::minus, tok::star, tok::slash) ||
                  (T.is(tok::identifier) && Depth < 4 &&
                   isClosed(*T.getIdentifierInfo(), Unit, Depth + 1));
         });
}

} // namespace

bool isOfThisFile(SourceLocation At, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  if (At.isFileID())
    return isAfterIncludes(At, Unit);
  return SM.isMacroBodyExpansion(At) &&
         isAfterIncludes(SM.getExpansionLoc(At), Unit) &&
         isClosed(*Unit.preprocessor().getIdentifierInfo(
                      Lexer::getImmediateMacroName(
                          At, SM, Unit.context().getLangOpts())),
                  Unit);
}

std::optional<Refusal> ClosedList::findInText() const {
  const SourceUnit &Unit = *L.Unit;
  const SourceManager &SM = Unit.sources();
  const auto No = [&](std::string Detail) {
    return refuse(RefusalId::ConditionalCompilation, L, std::move(Detail));
  };
  const FunctionDecl *F = L.Loop->Function;
  const SourceLocation From = SM.getExpansionLoc(F->getBeginLoc());
  if (!F->getEndLoc().isFileID() || SM.getFileID(From) != Unit.subject() ||
      SM.getFileID(F->getEndLoc()) != Unit.subject())
    return No("its kernel is written in a macro");
  if (conditionalDirective(
          {SM.getLocForStartOfFile(Unit.subject()), F->getEndLoc()}, Unit))
    return No("an #if stands in its kernel or above it");
  for (const char *Line :
       {"__LINE__", "builtin_LINE", "source_location", "push_macro"})
    if (Unit.text().contains(Line))
      return No("its file names '" + std::string(Line) + "'");
  const unsigned Begin = SM.getFileOffset(From),
                 End = SM.getFileOffset(F->getEndLoc());
  Lexer Words(SM.getLocForStartOfFile(Unit.subject()),
              L.context().getLangOpts(), Unit.text().begin(),
              Unit.text().begin() + Begin, Unit.text().end());
  for (Token T;;) {
    const bool IsEnd = Words.LexFromRawLexer(T);
    const unsigned At = SM.getFileOffset(T.getLocation());
    if (IsEnd || At >= End)
      return std::nullopt;
    if (T.is(tok::hash) && T.isAtStartOfLine() &&
        !llvm::Regex("^#[ \t]*pragma[ \t]+unroll[ \t\r0-9()]*$",
                     llvm::Regex::Newline)
             .match(Unit.text().substr(At, Unit.text().find('\n', At) - At)))
      return No("a directive stands in its kernel");
    if (T.isNot(tok::raw_identifier))
      continue;
    // A tile's type is another one in the plain loop.
    if (T.needsCleaning() || T.hasUCN() ||
        llvm::is_contained({"_Pragma", "decltype", "__decltype", "typeof",
                            "__typeof", "__typeof__"},
                           T.getRawIdentifier()))
      return No("'" + T.getRawIdentifier().str() + "' stands in its kernel");
    const IdentifierInfo *Word =
        Unit.preprocessor().getIdentifierInfo(T.getRawIdentifier());
    if (Word->hadMacroDefinition() && !isClosed(*Word, Unit))
      return No("another build may give '" + T.getRawIdentifier().str() +
                "' another meaning");
  }
}

} // namespace pipeline_rewrite::undo
