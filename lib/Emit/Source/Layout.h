//===- Layout.h - Breaks and spaces of new text ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// New text is laid out by libFormat as the file's `.clang-format` asks. Text
// that the user wrote stays as it is, but for breaks in lines that new text has
// made too long: of what libFormat would do, only white space is taken over.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_LAYOUT_H
#define PIPELINE_REWRITE_EMIT_LAYOUT_H

#include "Emit/EditSet.h"
#include "clang/Format/Format.h"
#include "llvm/Support/Error.h"

namespace pipeline_rewrite {

class TextLayout {
public:
  /// Takes: the path of a file, above which its `.clang-format` is looked for,
  ///        and the file's text.
  /// Gives: that style. Without one the user's words keep their spaces, and
  ///        only new lines that are longer than the file's own are broken; the
  ///        limit is the least of 80, 100 and 120 columns that 98 of 100 lines
  ///        of the text keep, or none.
  /// Errors: the `.clang-format` cannot be read.
  static llvm::Expected<TextLayout> of(llvm::StringRef File,
                                       llvm::StringRef Text);

  /// \p Edits as EditSet::settled() gives them, each with its text laid out.
  /// Never: changes anything but white space.
  std::vector<TextEdit> arrange(std::vector<TextEdit> Edits,
                                llvm::StringRef Source) const;

private:
  std::vector<clang::tooling::Range>
  rangesIn(llvm::StringRef Text,
           llvm::ArrayRef<clang::tooling::Range> New) const;

  std::string File;
  clang::format::FormatStyle Style;
  bool BreaksOnly = false; ///< there is no `.clang-format`
};

/// Drops whole lines of comment above the code, but keeps directives.
std::string withoutLeadingComments(llvm::StringRef Lines);

} // namespace pipeline_rewrite
#endif
