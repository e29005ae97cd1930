//===- BodyText.h - Edits of the text of a loop's body --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_BODYTEXT_H
#define PIPELINE_REWRITE_ANALYSE_BODYTEXT_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// Bytes of the subject's text.
struct Part {
  unsigned Begin = 0, End = 0;
};

class BodyText {
public:
  explicit BodyText(const LoopAnalysis &A) : A(A), Text(A.Unit.text()) {}

protected:
  /// Ascending, none without a text: on which side of it an edit were would not
  /// be known.
  std::vector<OtherText> settled();
  std::optional<unsigned> offset(clang::SourceLocation L);
  /// With the `;` behind it.
  Part partOf(const clang::Stmt *S);
  Part withSemicolon(Part P) const;
  llvm::StringRef indentAt(unsigned Offset) const;
  bool startsLine(unsigned Offset) const;
  /// The whole lines of what stands alone on them.
  Part lines(Part P) const;
  void replace(Part P, std::string New) {
    Out.push_back({P.Begin, P.End, std::move(New)});
  }
  void remove(Part P) { replace(lines(P), ""); }
  /// Lines that begin in \p P, but for those that change anyway.
  void indent(Part P, llvm::StringRef From, llvm::StringRef To);
  std::string line(llvm::StringRef Indent, const llvm::Twine &Code) const;
  /// A word in \p P is \p Name, or a macro that comes to it.
  bool isNamedIn(llvm::StringRef Name, Part P) const;
  /// The same of the loop but for \p Inside.
  bool isNamedBeside(llvm::StringRef Name, Part Inside);

  const LoopAnalysis &A;
  const llvm::StringRef Text;
  std::vector<OtherText> Out;
  bool IsPlain = false;
};

} // namespace pipeline_rewrite
#endif
