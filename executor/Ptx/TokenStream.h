//===- Ptx/TokenStream.h - Reading tokens one by one ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cursor over tokens that remembers the first error. After an error it
// stands at the end, so that every reading loop terminates by itself.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_PTX_TOKENSTREAM_H
#define PIPELINE_REWRITE_EXECUTOR_PTX_TOKENSTREAM_H

#include "executor/Ptx/Lexer.h"
#include "executor/Ptx/Types.h"
#include <cstdint>
#include <string>

namespace pipeline_rewrite::executor {

class TokenStream {
public:
  explicit TokenStream(std::vector<Token> Tokens) : Tokens(std::move(Tokens)) {}

  std::string_view peek(size_t Ahead = 0) const {
    return Pos + Ahead < Tokens.size() ? Tokens[Pos + Ahead].Text
                                       : std::string_view();
  }
  unsigned line() const { return Pos < Tokens.size() ? Tokens[Pos].Line : 0; }
  size_t position() const { return Pos; }
  bool atEnd() const { return Pos >= Tokens.size(); }

  std::string_view next() {
    std::string_view Text = peek();
    if (!atEnd())
      ++Pos;
    return Text;
  }
  bool accept(std::string_view Text) {
    if (peek() != Text)
      return false;
    ++Pos;
    return true;
  }
  void expect(std::string_view Text);
  void fail(const std::string &Message);

  /// Goes past the next \p Text; used to leave out a directive.
  void skipPast(std::string_view Text);

  /// The text of tokens [\p First, \p Last) with single blanks.
  std::string textOf(size_t First, size_t Last) const;

  const std::string &error() const { return Error; }

private:
  std::vector<Token> Tokens;
  size_t Pos = 0;
  std::string Error;
};

/// True for tokens that begin with a digit, such as 12, 0x1f or 0f3F800000.
bool isNumber(std::string_view Text);

/// The bits of a literal (PTX ISA, "Constants"): 0f and 0d forms give float
/// bits, a decimal point gives the bits of \p As (F64 unless As is F32).
uint64_t literalBits(std::string_view Text, Type As, bool Negative);

} // namespace pipeline_rewrite::executor

#endif
