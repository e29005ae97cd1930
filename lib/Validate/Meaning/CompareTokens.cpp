//===- CompareTokens.cpp - Text that stays, and text that is brought ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An edit puts its text between two pieces of the old one. Both must remain
// what they are: a `//` comment that goes on behind a backslash would swallow
// what is put below its first line, and give free what was its second one.
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/CompareMeaning.h"
#include "Validate/Meaning/TokenOrigins.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// A token that the new text must have.
struct Expected {
  PlacedToken Token; ///< where it must be
  unsigned OldAt = 0, EditAt = 0;
  /// In the first line of an edit, which may be that of a directive.
  bool GoesOn = false;
};

/// What each piece by itself says, in the order of the new text.
std::vector<Expected> expectedTokens(llvm::StringRef OldText,
                                     llvm::ArrayRef<TextEdit> Edits,
                                     const LangOptions &Language) {
  std::vector<Expected> All;
  const std::vector<PlacedToken> Old = tokensOf(OldText, Language);
  auto Next = Old.begin();
  unsigned OldAt = 0, NewAt = 0;
  auto Keep = [&](unsigned End, unsigned EditAt) {
    while (Next != Old.end() && Next->At < OldAt)
      ++Next;
    for (; Next != Old.end() && Next->At < End; ++Next) {
      PlacedToken T = *Next;
      T.At = NewAt + (T.At - OldAt);
      All.push_back({T, Next->At, EditAt});
    }
    NewAt += End - OldAt;
    OldAt = End;
  };
  unsigned EditAt = Edits.empty() ? 0 : Edits.front().Begin;
  for (const TextEdit &E : Edits) {
    Keep(E.Begin, EditAt);
    EditAt = E.Begin;
    const size_t FirstLine = E.Text.find('\n');
    for (PlacedToken T : tokensOf(E.Text, Language)) {
      const bool GoesOn = T.At < FirstLine;
      T.At += NewAt;
      All.push_back({T, E.Begin, E.Begin, GoesOn});
    }
    NewAt += E.Text.size();
    OldAt = E.End;
  }
  Keep(OldText.size(), EditAt);
  return All;
}

bool isAt(const Expected &Old, const PlacedToken &New) {
  return Old.Token.At == New.At && Old.Token.Text == New.Text &&
         (Old.GoesOn || Old.Token.InDirective == New.InDirective);
}

constexpr char ByItself[] = "a token by itself",
               OfOther[] = "part of a comment, a directive or another token";

} // namespace

std::optional<MeaningDifference> compareTokens(llvm::StringRef OldText,
                                               llvm::StringRef NewText,
                                               llvm::ArrayRef<TextEdit> Edits,
                                               const LangOptions &Language) {
  const std::vector<Expected> Old = expectedTokens(OldText, Edits, Language);
  const std::vector<PlacedToken> New = tokensOf(NewText, Language);
  size_t I = 0;
  while (I < Old.size() && I < New.size() && isAt(Old[I], New[I]))
    ++I;
  if (I == Old.size() && I == New.size())
    return std::nullopt;
  const bool IsLost =
      I == New.size() || (I < Old.size() && Old[I].Token.At <= New[I].At);
  const Expected Near =
      Old.empty() ? Expected() : Old[std::min(I, Old.size() - 1)];
  MeaningDifference D;
  D.IsOfName = true;
  D.Token = (IsLost ? Near.Token.Text : New[I].Text).str();
  D.Is = IsLost ? OfOther : ByItself;
  D.Was = IsLost ? ByItself : OfOther;
  D.OldAt = Near.OldAt;
  D.EditAt = Near.EditAt;
  D.NewAt = IsLost ? Near.Token.At : New[I].At;
  return D;
}

} // namespace pipeline_rewrite
