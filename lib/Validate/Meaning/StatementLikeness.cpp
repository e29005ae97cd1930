//===- StatementLikeness.cpp - Which statement a token was copied from ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/TokenOrigins.h"

namespace pipeline_rewrite {
namespace {

using Tokens = std::vector<PlacedToken>;

/// A statement longer than that is told by its first tokens.
constexpr size_t Longest = 200;

bool endsStatement(const PlacedToken &T) {
  return T.Text == ";" || T.Text == "{" || T.Text == "}";
}

/// The other tokens of a statement on one side, nearest first.
std::vector<size_t> neighbours(const Tokens &List, size_t Index, bool Right) {
  std::vector<size_t> Found;
  while (Found.size() < Longest &&
         (Right ? Index + 1 < List.size() : Index > 0)) {
    Index += Right ? 1 : -1;
    if (endsStatement(List[Index]))
      break;
    if (List[Index].InDirective)
      continue;
    Found.push_back(Index);
  }
  return Found;
}

/// Where the bracket that is open at \p Index was opened; the list's size if
/// none is.
size_t findOpen(const Tokens &List, size_t Index) {
  unsigned Depth = 0;
  while (Index-- > 0) {
    const llvm::StringRef Text = List[Index].Text;
    if (Text == ")" || Text == "}")
      ++Depth;
    else if (Text == "(" || Text == "{") {
      if (Depth-- == 0)
        return Index;
    }
  }
  return List.size();
}

/// Behind the bracket that closes the one at \p Index.
size_t behindClosed(const Tokens &List, size_t Index) {
  unsigned Depth = 0;
  for (; Index < List.size(); ++Index) {
    const llvm::StringRef Text = List[Index].Text;
    if (Text == "(" || Text == "{")
      ++Depth;
    else if ((Text == ")" || Text == "}") && --Depth == 0)
      return Index + 1;
  }
  return Index;
}

/// What is declared between the brace at \p Open and its end is known around
/// it, too: an enumerator, a member of an unnamed union or namespace.
bool isTransparent(const Tokens &List, size_t Open) {
  bool Enum = false, Union = false, Space = false, Inline = false;
  unsigned Names = 0;
  for (size_t I : neighbours(List, Open, /*Right=*/false)) {
    const llvm::StringRef Text = List[I].Text;
    if (Text == "class" || Text == "struct" || Text == "(" || Text == ")")
      return false;
    Enum |= Text == "enum";
    Union |= Text == "union";
    Space |= Text == "namespace" || Text == "extern";
    Inline |= Text == "inline";
    Names += List[I].isName();
  }
  return Enum || Inline || ((Union || Space) && Names == 1);
}

} // namespace

unsigned StatementLikeness::count(size_t NewIndex, size_t OldIndex) const {
  unsigned Count = 0;
  for (bool Right : {false, true}) {
    const std::vector<size_t> N = neighbours(New, NewIndex, Right),
                              O = neighbours(Old, OldIndex, Right);
    // The longest common subsequence, a row at a time.
    std::vector<unsigned> Above(O.size() + 1), Row(O.size() + 1);
    for (size_t I : N) {
      for (size_t J = 0; J < O.size(); ++J)
        Row[J + 1] = Same(New[I], Old[O[J]]) ? Above[J] + 1
                                             : std::max(Row[J], Above[J + 1]);
      std::swap(Above, Row);
    }
    Count += Above.back();
  }
  return Count;
}

size_t endOfScope(const Tokens &List, size_t Declared) {
  const size_t Open = findOpen(List, Declared);
  if (Open == List.size())
    return Open;
  if (List[Open].Text == "{" && isTransparent(List, Open))
    return endOfScope(List, Open);
  size_t Behind = behindClosed(List, Open);
  if (List[Open].Text == "{")
    return Behind;
  // Parameters, or the header of a statement.
  for (; Behind < List.size(); ++Behind) {
    if (List[Behind].Text == "{" || List[Behind].Text == "(") {
      const bool Block = List[Behind].Text == "{";
      Behind = behindClosed(List, Behind);
      if (Block)
        return Behind;
      --Behind;
    } else if (List[Behind].Text == ";") {
      return Behind + 1;
    }
  }
  return Behind;
}

} // namespace pipeline_rewrite
