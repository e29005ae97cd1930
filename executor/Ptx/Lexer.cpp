//===- Ptx/Lexer.cpp - PTX text to tokens ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Ptx/Lexer.h"
#include <algorithm>
#include <cctype>

namespace pipeline_rewrite::executor {
namespace {

class Lexer {
public:
  explicit Lexer(std::string_view Text) : Text(Text) {}

  std::vector<Token> run() {
    while (skipBlank())
      readToken();
    return std::move(Tokens);
  }

private:
  char at(size_t I) const { return I < Text.size() ? Text[I] : '\0'; }

  static bool isWord(char C) {
    return std::isalnum(static_cast<unsigned char>(C)) || C == '_' ||
           C == '$' || C == '%' || C == '.';
  }

  void advanceTo(size_t End) {
    for (; Pos < End && Pos < Text.size(); ++Pos)
      if (Text[Pos] == '\n')
        ++Line;
  }

  size_t endOf(std::string_view Mark, size_t From) const {
    size_t At = Text.find(Mark, From);
    return At == std::string_view::npos ? Text.size() : At + Mark.size();
  }

  bool skipBlank() {
    for (;;) {
      char C = at(Pos);
      if (Pos >= Text.size())
        return false;
      if (C == '\0' || std::isspace(static_cast<unsigned char>(C)))
        advanceTo(Pos + 1);
      else if (C == '/' && at(Pos + 1) == '/')
        advanceTo(endOf("\n", Pos));
      else if (C == '/' && at(Pos + 1) == '*')
        advanceTo(endOf("*/", Pos + 2));
      else
        return true;
    }
  }

  size_t wordEnd() const {
    size_t End = Pos;
    while (isWord(at(End)) || (at(End) == ':' && at(End + 1) == ':')) {
      // `.reg.b32 x` and `.reg .b32 x` are the same two directives.
      if (at(Pos) == '.' && at(End) == '.' && End != Pos)
        break;
      End += at(End) == ':' ? 2 : 1;
    }
    return End;
  }

  /// A backslash takes the meaning from what follows it.
  size_t stringEnd() const {
    size_t End = Pos + 1;
    while (End < Text.size() && Text[End] != '"')
      End += Text[End] == '\\' ? 2 : 1;
    return std::min(End + 1, Text.size());
  }

  void push(size_t End) {
    Tokens.push_back({Text.substr(Pos, End - Pos), Line});
    advanceTo(End);
  }

  void readToken() {
    if (at(Pos) == '"')
      return push(stringEnd());
    if (!isWord(at(Pos)))
      return push(Pos + 1);
    size_t End = wordEnd();
    // A debug section is data for a debugger only.
    if (Text.substr(Pos, End - Pos) == ".section")
      return advanceTo(endOf("}", End));
    push(End);
  }

  std::string_view Text;
  size_t Pos = 0;
  unsigned Line = 1;
  std::vector<Token> Tokens;
};

} // namespace

std::vector<Token> lexPtx(std::string_view Text) { return Lexer(Text).run(); }

} // namespace pipeline_rewrite::executor
