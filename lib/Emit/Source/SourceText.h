//===- SourceText.h - The user's text around AST nodes --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns nodes into byte ranges of one file: a statement with its semicolon, its
// lines with the comments that belong to it, an expression in a macro argument.
// A node that is spelled in a macro body has no range.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_SOURCETEXT_H
#define PIPELINE_REWRITE_EMIT_SOURCETEXT_H

#include "Frontend/SourceUnit.h"
#include "clang/AST/Stmt.h"
#include <optional>

namespace pipeline_rewrite {

/// Bytes [Begin, End) of a file.
struct TextRange {
  unsigned Begin = 0, End = 0;
};

class SourceText {
public:
  /// The unit's subject.
  explicit SourceText(const SourceUnit &Unit);
  /// The file that \p In is in.
  SourceText(const SourceUnit &Unit, clang::SourceLocation In);

  bool isSubject() const { return IsSubject; }

  llvm::StringRef text() const { return Text; }
  clang::SourceLocation begin() const { return SM.getLocForStartOfFile(File); }
  llvm::StringRef newline() const { return Newline; }
  llvm::StringRef slice(TextRange R) const {
    return Text.slice(R.Begin, R.End);
  }

  /// The expression or statement itself, without a semicolon. nullopt: not in
  /// this file's text.
  std::optional<TextRange> range(const clang::Stmt *S) const;
  std::optional<TextRange> range(clang::SourceRange R) const;
  /// The statement with its semicolon.
  std::optional<TextRange> statement(const clang::Stmt *S) const;
  /// \p R without comments and white space behind its last token.
  TextRange code(TextRange R) const;
  /// Whole lines of the statement: its comments and pragmas above, its comment
  /// behind. Only the statement and the spaces behind it where it shares its
  /// line.
  std::optional<TextRange> lines(const clang::Stmt *S) const;
  /// The same of a loop with the empty statement behind it: `};`
  std::optional<TextRange> loopLines(const clang::Stmt *S) const;
  /// The same of one that stands at \p Code.
  TextRange lines(TextRange Code) const;
  /// True if \p Lines are whole lines, shared with no other code.
  bool ownsLines(TextRange Lines) const;
  /// Where a token is spelled in this file; nullopt if in a macro body or
  /// another file.
  std::optional<unsigned> spelled(clang::SourceLocation L) const;

  /// Columns that the file's own lines take, at least 80 and at most 120.
  unsigned width() const { return Width; }

  unsigned lineBegin(unsigned Offset) const;
  /// First offset after the line's newline.
  unsigned lineEnd(unsigned Offset) const;
  llvm::StringRef indentAt(unsigned Offset) const;
  /// The first of the lines above \p Offset that are pragmas; \p Offset if
  /// there are none.
  unsigned pragmasAbove(unsigned Offset) const;
  /// Another statement ends, or a block begins, in front of \p Offset in its
  /// line; no block that an earlier line begins ends there.
  bool followsStatement(unsigned Offset) const;
  /// Where the pragma of a loop stands, which other text may separate from it.
  std::optional<unsigned> pragmaOf(const clang::Stmt *S) const;
  /// What one nesting level adds: the body's indentation less the loop's.
  std::string indentUnit(const clang::Stmt *Loop,
                         const clang::Stmt *Inner) const;

private:
  SourceText(const SourceUnit &Unit, clang::FileID File, llvm::StringRef Text);
  bool isHere(clang::SourceLocation L) const {
    return SM.isInFileID(SM.getFileLoc(L), File);
  }
  TextRange linesOf(TextRange Statement, std::optional<unsigned> Pragma) const;
  TextRange withSemicolon(TextRange Code) const;
  /// No code follows in the line of \p Offset.
  bool endsLine(unsigned Offset) const;
  unsigned leadingLines(unsigned Begin) const;
  std::optional<unsigned> blockCommentBegin(unsigned LineAt,
                                            llvm::StringRef Line) const;
  const clang::SourceManager &SM;
  const clang::LangOptions &LangOpts;
  clang::FileID File;
  bool IsSubject;
  llvm::StringRef Text;
  llvm::StringRef Newline;
  unsigned Width = 80;
};

/// \p Text with each line's indentation \p Old replaced by \p New.
std::string reindent(llvm::StringRef Text, llvm::StringRef Old,
                     llvm::StringRef New);

} // namespace pipeline_rewrite
#endif
