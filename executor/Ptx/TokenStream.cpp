//===- Ptx/TokenStream.cpp - Reading tokens one by one --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Ptx/TokenStream.h"
#include <cctype>
#include <cstdlib>
#include <cstring>

namespace pipeline_rewrite::executor {

void TokenStream::expect(std::string_view Text) {
  if (!accept(Text))
    fail("expected '" + std::string(Text) + "', found '" + std::string(peek()) +
         "'");
}

void TokenStream::fail(const std::string &Message) {
  if (Error.empty())
    Error = "line " + std::to_string(line()) + ": " + Message;
  Pos = Tokens.size();
}

void TokenStream::skipPast(std::string_view Text) {
  while (!atEnd() && next() != Text)
    ;
}

std::string TokenStream::textOf(size_t First, size_t Last) const {
  std::string Out;
  for (size_t I = First; I < Last && I < Tokens.size(); ++I) {
    std::string_view Text = Tokens[I].Text;
    bool Tight =
        Text == "," || Text == "]" || Text == "+" || Text == "}" ||
        (I > First && (Tokens[I - 1].Text == "[" || Tokens[I - 1].Text == "@" ||
                       Tokens[I - 1].Text == "!" || Tokens[I - 1].Text == "+" ||
                       Tokens[I - 1].Text == "{"));
    if (!Out.empty() && !Tight)
      Out += ' ';
    Out += Text;
  }
  return Out;
}

bool isNumber(std::string_view Text) {
  return !Text.empty() && std::isdigit(static_cast<unsigned char>(Text[0]));
}

uint64_t literalBits(std::string_view Text, Type As, bool Negative) {
  std::string Copy(Text);
  auto Prefixed = [&](char Letter, size_t Size) {
    return Copy.size() == Size && Copy[0] == '0' &&
           std::tolower(static_cast<unsigned char>(Copy[1])) == Letter;
  };
  if (Prefixed('f', 10))
    return std::strtoull(Copy.c_str() + 2, nullptr, 16) ^
           (Negative ? 0x80000000u : 0u);
  if (Prefixed('d', 18))
    return std::strtoull(Copy.c_str() + 2, nullptr, 16) ^
           (Negative ? uint64_t(1) << 63 : 0);
  if (Copy.find('.') != std::string::npos) {
    double Value = std::strtod(Copy.c_str(), nullptr) * (Negative ? -1 : 1);
    uint64_t Bits = 0;
    float Single = static_cast<float>(Value);
    if (As == Type::F32)
      std::memcpy(&Bits, &Single, sizeof Single);
    else
      std::memcpy(&Bits, &Value, sizeof Value);
    return Bits;
  }
  int Base =
      Copy.size() > 2 && Copy[0] == '0' && (Copy[1] == 'b' || Copy[1] == 'B')
          ? 2
          : 0;
  uint64_t Value =
      std::strtoull(Copy.c_str() + (Base == 2 ? 2 : 0), nullptr, Base);
  return Negative ? 0 - Value : Value;
}

} // namespace pipeline_rewrite::executor
