//===- CommentText.cpp - Comments above statements that move --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/CommentText.h"

namespace pipeline_rewrite {

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
