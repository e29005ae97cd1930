//===- Ptx/Lexer.h - PTX text to tokens --------------------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits PTX text into words, numbers, strings and single punctuation
// characters. A word keeps its dots and `::`, so that an opcode with all its
// modifiers is one token. Tokens borrow from the text.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_PTX_LEXER_H
#define PIPELINE_REWRITE_EXECUTOR_PTX_LEXER_H

#include <string_view>
#include <vector>

namespace pipeline_rewrite::executor {

struct Token {
  std::string_view Text;
  unsigned Line = 0; ///< line in the PTX text, from 1
};

/// Gives the tokens of \p Text. Comments and debug sections are left out.
std::vector<Token> lexPtx(std::string_view Text);

} // namespace pipeline_rewrite::executor

#endif
