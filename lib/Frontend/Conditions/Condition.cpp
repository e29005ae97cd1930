//===- Condition.cpp - The value of an #if as far as it is known ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Conditions/Condition.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Known = std::optional<uint64_t>;

class ConditionReader {
public:
  ConditionReader(llvm::ArrayRef<RawToken> Rest, MacroValue Of)
      : Rest(Rest), Of(Of) {}

  Known read() {
    const Known Value = readOr();
    return HasFailed || !Rest.empty() ? std::nullopt : Value;
  }

private:
  static constexpr unsigned MaxDepth = 100;

  bool take(tok::TokenKind Kind) {
    if (Rest.empty() || Rest.front().Kind != Kind)
      return false;
    Rest = Rest.drop_front();
    return true;
  }

  Known fail() {
    HasFailed = true;
    return std::nullopt;
  }

  Known readOr() {
    Known Left = readAnd();
    while (!HasFailed && take(tok::pipepipe)) {
      const Known Right = readAnd();
      if ((Left && *Left) || (Right && *Right))
        Left = 1;
      else
        Left = Left && Right ? Known(0) : std::nullopt;
    }
    return Left;
  }

  Known readAnd() {
    Known Left = readComparison();
    while (!HasFailed && take(tok::ampamp)) {
      const Known Right = readComparison();
      if (Left == Known(0) || Right == Known(0))
        Left = 0;
      else
        Left = Left && Right ? Known(1) : std::nullopt;
    }
    return Left;
  }

  /// One: `a < b == c` is left unread, and so unknown.
  Known readComparison() {
    const Known Left = readUnary();
    if (HasFailed || Rest.empty())
      return Left;
    const tok::TokenKind Kind = Rest.front().Kind;
    if (!llvm::is_contained({tok::equalequal, tok::exclaimequal, tok::less,
                             tok::lessequal, tok::greater, tok::greaterequal},
                            Kind))
      return Left;
    Rest = Rest.drop_front();
    const Known Right = readUnary();
    if (!Left || !Right)
      return std::nullopt;
    switch (Kind) {
    case tok::equalequal:
      return *Left == *Right;
    case tok::exclaimequal:
      return *Left != *Right;
    case tok::less:
      return *Left < *Right;
    case tok::lessequal:
      return *Left <= *Right;
    case tok::greater:
      return *Left > *Right;
    default:
      return *Left >= *Right;
    }
  }

  Known readUnary() {
    if (Rest.empty() || ++Depth > MaxDepth)
      return fail();
    const Known Value = readOperand();
    --Depth;
    return Value;
  }

  Known readOperand() {
    if (take(tok::exclaim)) {
      const Known Value = readUnary();
      return Value ? Known(!*Value) : std::nullopt;
    }
    if (take(tok::l_paren)) {
      const Known Value = readOr();
      return take(tok::r_paren) ? Value : fail();
    }
    const RawToken T = Rest.front();
    Rest = Rest.drop_front();
    if (T.Kind == tok::numeric_constant)
      return numberOf(T.Text);
    if (T.Kind != tok::raw_identifier)
      return fail();
    return T.Text == "defined" ? readDefined() : Of(T.Text, false);
  }

  Known readDefined() {
    const bool IsInParens = take(tok::l_paren);
    if (Rest.empty() || Rest.front().Kind != tok::raw_identifier)
      return fail();
    const llvm::StringRef Name = Rest.front().Text;
    Rest = Rest.drop_front();
    return !IsInParens || take(tok::r_paren) ? Of(Name, true) : fail();
  }

  static Known numberOf(llvm::StringRef Text) {
    uint64_t Value = 0;
    if (Text.rtrim("uUlL").getAsInteger(0, Value))
      return std::nullopt;
    return Value;
  }

  llvm::ArrayRef<RawToken> Rest;
  MacroValue Of;
  bool HasFailed = false;
  unsigned Depth = 0;
};

} // namespace

std::optional<uint64_t> valueOf(const TextDirective &D, MacroValue Of) {
  if (D.Name == "if" || D.Name == "elif")
    return ConditionReader(D.Rest, Of).read();
  const bool IsNegated = D.Name == "ifndef" || D.Name == "elifndef";
  if ((!IsNegated && D.Name != "ifdef" && D.Name != "elifdef") ||
      D.Rest.size() != 1 || D.Rest.front().Kind != tok::raw_identifier)
    return std::nullopt;
  const Known Value = Of(D.Rest.front().Text, true);
  return Value ? Known(!*Value == IsNegated) : std::nullopt;
}

} // namespace pipeline_rewrite
