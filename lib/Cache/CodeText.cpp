//===- CodeText.cpp - A source without what no compiler heeds -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Cache/CodeText.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

constexpr llvm::StringLiteral Endings[] = {".cu",  ".cuh", ".h", ".hh", ".hpp",
                                           ".hxx", ".inl", ".c", ".cc", ".cpp"};
/// What gives a text its own line or column, and what begins a comment that
/// this program reads (LoopAnnotations.h).
constexpr llvm::StringLiteral LinesMatter[] = {
    "__LINE__", "__builtin_LINE", "__builtin_COLUMN", "source_location",
    "pipeline-rewrite"};

LangOptions languageOfCuda() {
  LangOptions Language;
  Language.CPlusPlus = Language.CPlusPlus11 = Language.CPlusPlus14 =
      Language.CPlusPlus17 = Language.CPlusPlus20 = true;
  Language.CUDA = Language.LineComment = Language.RawStringLiterals = true;
  return Language;
}

} // namespace

bool isCodeFile(llvm::StringRef Path) {
  return llvm::is_contained(Endings, llvm::sys::path::extension(Path));
}

std::string tokensOf(llvm::StringRef Text) {
  static const LangOptions Language = languageOfCuda();
  const std::string Ended = Text.str(); // the lexer wants a NUL at the end
  Lexer Lex(SourceLocation(), Language, Ended.data(), Ended.data(),
            Ended.data() + Ended.size());
  Lex.SetCommentRetentionState(true);
  std::string Out;
  bool IsDirective = false, IsFirst = true, IsApart = false, IsBehind = false;
  for (Token Next; Lex.LexFromRawLexer(Next), Next.isNot(tok::eof);) {
    const size_t End = Lex.getBufferLocation() - Ended.data();
    const llvm::StringRef Spelled =
        llvm::StringRef(Ended).slice(End - Next.getLength(), End);
    IsFirst |= Next.isAtStartOfLine();
    IsApart |= IsFirst || Next.hasLeadingSpace();
    if (IsDirective && Next.isAtStartOfLine()) {
      IsDirective = false;
      IsBehind = true;
    }
    if (Next.is(tok::comment) && !IsDirective) {
      IsApart = true;
      continue;
    }
    if (std::exchange(IsFirst, false) && Next.is(tok::hash))
      IsDirective = IsBehind = true;
    if (std::exchange(IsBehind, false))
      Out += '\n';
    Out += std::exchange(IsApart, false) ? ' ' : '\x01';
    Out += Spelled;
  }
  return Out;
}

std::string codeOf(llvm::StringRef Text) {
  auto IsNamed = [&](llvm::StringRef Word) { return Text.contains(Word); };
  return llvm::any_of(LinesMatter, IsNamed) ? Text.str() : tokensOf(Text);
}

} // namespace pipeline_rewrite
