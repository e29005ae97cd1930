//===- MendFiles.cpp - What nvcc takes and clang does not -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/MendFiles.h"
#include "Frontend/Command/FileNames.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class OperandReader {
public:
  explicit OperandReader(const std::string &Of)
      : Text(Of), Lex(SourceLocation(), Language, Text.begin(), Text.begin(),
                      Text.end()) {
    next();
  }

  /// Offsets of blanks that may become commas, ascending.
  std::vector<unsigned> run() {
    while (T.isNot(tok::eof)) {
      const bool Asm = T.is(tok::raw_identifier) && isAsm(T.getRawIdentifier());
      next();
      if (Asm)
        readStatement();
    }
    return std::move(Blanks);
  }

private:
  static bool isAsm(llvm::StringRef Word) {
    return Word == "asm" || Word == "__asm__" || Word == "__asm";
  }

  void next() {
    End = T.is(tok::unknown) ? 0 : Lex.getCurrentBufferOffset();
    Lex.LexFromRawLexer(T);
    // The lexer's offset is behind the token.
    Begin = Lex.getCurrentBufferOffset() - T.getLength();
  }

  void readStatement() {
    while (T.is(tok::raw_identifier)) // volatile, goto, inline
      next();
    if (T.isNot(tok::l_paren))
      return;
    bool InOperands = false;
    unsigned Depth = 0;
    do {
      if (T.is(tok::l_paren))
        ++Depth;
      const bool Closes = T.is(tok::r_paren);
      if (Closes && --Depth == 0)
        return;
      InOperands |= Depth == 1 && T.isOneOf(tok::colon, tok::coloncolon);
      next();
      if (Closes && InOperands && Depth == 1 &&
          (tok::isStringLiteral(T.getKind()) || T.is(tok::l_square)))
        addBlank();
    } while (T.isNot(tok::eof));
  }

  /// Beside one of the two tokens: what is further away may be a comment.
  void addBlank() {
    auto IsBlank = [&](unsigned At) {
      return Text[At] == ' ' || Text[At] == '\t';
    };
    if (End < Begin && IsBlank(End))
      Blanks.push_back(End);
    else if (End < Begin && IsBlank(Begin - 1))
      Blanks.push_back(Begin - 1);
  }

  static LangOptions cxx() {
    LangOptions Out;
    Out.CPlusPlus = Out.CPlusPlus11 = true; // raw string literals
    return Out;
  }

  llvm::StringRef Text;
  const LangOptions Language = cxx();
  Lexer Lex;
  Token T = Token();
  unsigned Begin = 0, End = 0; ///< of this token; of the one before it
  std::vector<unsigned> Blanks;
};

/// Nothing if there are no such operands. Those that no blank parts stay.
std::optional<std::string> withAsmCommas(llvm::StringRef Text) {
  std::string Out = Text.str();
  const std::vector<unsigned> Blanks = OperandReader(Out).run();
  if (Blanks.empty())
    return std::nullopt;
  for (unsigned At : Blanks)
    Out[At] = ',';
  return Out;
}

} // namespace

bool mendFiles(const SourceManager &Sources,
               const std::vector<LocatedError> &Found, std::string &Main,
               std::vector<ReplacedHeader> &Served,
               std::vector<ReplacedHeader> &Own) {
  llvm::SmallSetVector<FileID, 4> Files;
  for (const LocatedError &E : Found)
    if (E.Location.isValid())
      for (SourceLocation At : {Sources.getSpellingLoc(E.Location),
                                Sources.getExpansionLoc(E.Location)})
        if (Sources.getFileEntryRefForID(Sources.getFileID(At)))
          Files.insert(Sources.getFileID(At));
  bool Changed = false;
  for (FileID File : Files) {
    const bool IsMain = File == Sources.getMainFileID();
    const llvm::StringRef Old = IsMain ? Main : Sources.getBufferData(File);
    std::optional<std::string> New = withAsmCommas(Old);
    if (!New)
      continue;
    Changed = true;
    if (IsMain) {
      Main = std::move(*New);
      continue;
    }
    const std::string Path = pathOf(File, Sources);
    Own.push_back({Path, Old.str()});
    llvm::erase_if(
        Served, [&](const ReplacedHeader &Each) { return Each.Path == Path; });
    Served.push_back({Path, std::move(*New)});
  }
  return Changed;
}

} // namespace pipeline_rewrite
