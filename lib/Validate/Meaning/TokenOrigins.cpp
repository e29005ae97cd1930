//===- TokenOrigins.cpp - Where the tokens of a new text come from --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/TokenOrigins.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// As many neighbours as tell any two statements apart.
constexpr unsigned MostShared = 16;

/// Ascending, without those that lie in another one.
std::vector<TextParts::Range>
outermost(std::vector<TextParts::Range> Functions) {
  llvm::sort(Functions, [](const auto &A, const auto &B) {
    return A.first != B.first ? A.first < B.first : A.second > B.second;
  });
  std::vector<TextParts::Range> Outer;
  for (const TextParts::Range &F : Functions)
    if (Outer.empty() || F.first >= Outer.back().second)
      Outer.push_back(F);
  return Outer;
}

} // namespace

bool PlacedToken::isName() const {
  return isAsciiIdentifierStart(Text.front(), /*AllowDollar=*/true) ||
         static_cast<unsigned char>(Text.front()) >= 0x80;
}

std::vector<PlacedToken> tokensOf(llvm::StringRef Text,
                                  const LangOptions &Language) {
  // The lexer wants a zero behind the text.
  const std::string Ended = Text.str();
  Lexer Lex(SourceLocation(), Language, Ended.data(), Ended.data(),
            Ended.data() + Ended.size());
  std::vector<PlacedToken> Tokens;
  Token T;
  bool InDirective = false;
  while (true) {
    const bool End = Lex.LexFromRawLexer(T);
    if (T.is(tok::eof))
      return Tokens;
    const unsigned Behind = Lex.getBufferLocation() - Ended.data();
    const unsigned At = Behind - T.getLength();
    if (T.isAtStartOfLine())
      InDirective = T.is(tok::hash);
    Tokens.push_back({At, Text.substr(At, T.getLength()), InDirective});
    if (End)
      return Tokens;
  }
}

TokenOrigins::TokenOrigins(const TextParts &Old, const TextParts &New,
                           llvm::ArrayRef<TextEdit> Edits,
                           const LangOptions &Language)
    : Old(Old), New(New), OldTokens(tokensOf(Old.Text, Language)),
      NewTokens(tokensOf(New.Text, Language)),
      OldFunctions(outermost(Old.Functions)) {
  for (size_t I = 0; I < OldTokens.size(); ++I) {
    OldPlaces[OldTokens[I].Text].push_back(OldTokens[I].At);
    OldIndices[OldTokens[I].At] = I;
  }
  for (size_t I = 0; I < NewTokens.size(); ++I)
    NewIndices[NewTokens[I].At] = I;
  unsigned OldAt = 0, NewAt = 0;
  auto Add = [&](unsigned Size, bool IsKept) {
    Pieces.push_back({NewAt, NewAt + Size, OldAt, IsKept, functionAt(OldAt)});
    NewAt += Size;
  };
  for (const TextEdit &E : Edits) {
    Add(E.Begin - OldAt, /*IsKept=*/true);
    OldAt = E.Begin;
    Add(E.Text.size(), /*IsKept=*/false);
    OldAt = E.End;
  }
  Add(Old.Text.size() - OldAt, /*IsKept=*/true);
  findBrought(outermost(New.Functions));
}

TokenOrigins::Range TokenOrigins::functionAt(unsigned OldAt) const {
  auto Behind =
      llvm::upper_bound(OldFunctions, OldAt, [](unsigned At, const Range &F) {
        return At <= F.first;
      });
  if (Behind != OldFunctions.begin() && OldAt < std::prev(Behind)->second)
    return *std::prev(Behind);
  return {0, Old.Text.size()};
}

void TokenOrigins::findBrought(llvm::ArrayRef<Range> NewFunctions) {
  for (const Range &F : NewFunctions) {
    const Piece &P = pieceAt(F.first);
    if (!P.IsKept && F.second <= P.NewEnd)
      Brought.push_back({F, sourceOf(F)});
  }
}

/// The functions of the old text with the longest name that the name of a new
/// one begins with.
std::vector<TokenOrigins::Range>
TokenOrigins::namesakes(Range NewFunction) const {
  auto NewName = New.NameAt.find(NewFunction);
  const llvm::StringRef Name =
      NewName == New.NameAt.end() ? "" : tokenAt(NewName->second);
  std::vector<Range> Found;
  size_t Longest = 1;
  for (const auto &[Function, At] : Old.NameAt) {
    const llvm::StringRef Each = oldTokenAt(At);
    if (Each.size() < Longest || !Name.starts_with(Each))
      continue;
    if (Each.size() > Longest)
      Found.clear();
    Longest = Each.size();
    Found.push_back(functionAt(At));
  }
  return Found;
}

/// How much the names of two functions have in common, with their neighbours.
unsigned TokenOrigins::countShared(Range NewFunction, Range OldFunction) const {
  unsigned Shared = 0;
  auto First = llvm::lower_bound(
      NewTokens, NewFunction.first,
      [](const PlacedToken &T, unsigned At) { return T.At < At; });
  for (; First != NewTokens.end() && First->At < NewFunction.second; ++First) {
    auto Places = OldPlaces.find(First->Text);
    if (!First->isName() || Places == OldPlaces.end())
      continue;
    const size_t Index = First - NewTokens.begin();
    unsigned Most = 0;
    for (unsigned Place : Places->second)
      if (OldFunction.first <= Place && Place < OldFunction.second) {
        const size_t OldIndex = OldIndices.lookup(Place);
        Most = std::max(Most, countShared(Index, OldIndex, /*Right=*/false) +
                                  countShared(Index, OldIndex, /*Right=*/true));
      }
    Shared += Most;
  }
  return Shared;
}

TokenOrigins::Range TokenOrigins::sourceOf(Range NewFunction) const {
  Range Source{0, 0};
  unsigned Most = 0;
  for (const Range &F : namesakes(NewFunction))
    if (unsigned Shared = countShared(NewFunction, F); Shared > Most) {
      Source = F;
      Most = Shared;
    }
  return Source;
}

/// Where in the old text a token that an edit brings is to be looked for first.
TokenOrigins::Range TokenOrigins::homeOf(unsigned NewAt) const {
  for (const auto &[Function, Source] : Brought)
    if (Function.first <= NewAt && NewAt < Function.second)
      return Source;
  return pieceAt(NewAt).From;
}

bool TokenOrigins::isNameOfCopied(unsigned OldAt) const {
  return llvm::any_of(Brought, [&](const std::pair<Range, Range> &Each) {
    auto First = Old.DeclaredAt.find(Each.second);
    return First != Old.DeclaredAt.end() && First->second == int(OldAt);
  });
}

std::vector<unsigned> TokenOrigins::inCopied(unsigned NewAt) const {
  std::vector<unsigned> Found;
  if (auto Places = OldPlaces.find(tokenAt(NewAt)); Places != OldPlaces.end())
    llvm::copy_if(Places->second, std::back_inserter(Found), [&](unsigned At) {
      return llvm::any_of(Brought, [&](const auto &Each) {
        return Each.second.first <= At && At < Each.second.second;
      });
    });
  return Found;
}

const TokenOrigins::Piece &TokenOrigins::pieceAt(unsigned NewAt) const {
  auto Behind =
      llvm::upper_bound(Pieces, NewAt, [](unsigned At, const Piece &P) {
        return At < P.NewBegin;
      });
  // Of pieces that start together all but the last are empty.
  return *std::prev(Behind);
}

llvm::StringRef TokenOrigins::tokenAt(unsigned NewAt) const {
  auto At = NewIndices.find(NewAt);
  return At == NewIndices.end() ? "" : NewTokens[At->second].Text;
}

llvm::StringRef TokenOrigins::oldTokenAt(unsigned OldAt) const {
  auto At = OldIndices.find(OldAt);
  return At == OldIndices.end() ? "" : OldTokens[At->second].Text;
}

const Origin &TokenOrigins::of(unsigned NewAt) const {
  auto [At, IsFirst] = Known.try_emplace(NewAt);
  if (!IsFirst)
    return At->second;
  auto Index = NewIndices.find(NewAt);
  Origin Found;
  if (Index != NewIndices.end())
    Found = find(Index->second);
  return Known[NewAt] = std::move(Found);
}

std::vector<PlacedToken> TokenOrigins::namesBrought(unsigned Begin,
                                                    unsigned End) const {
  auto First = llvm::lower_bound(
      NewTokens, Begin,
      [](const PlacedToken &T, unsigned At) { return T.At < At; });
  std::vector<PlacedToken> Names;
  for (; First != NewTokens.end() && First->At < End; ++First)
    if (First->isName() && !pieceAt(First->At).IsKept)
      Names.push_back(*First);
  return Names;
}

bool TokenOrigins::stays(unsigned OldAt) const {
  return llvm::any_of(Pieces, [&](const Piece &P) {
    return P.IsKept && P.OldBegin <= OldAt &&
           OldAt < P.OldBegin + (P.NewEnd - P.NewBegin);
  });
}

bool TokenOrigins::isMember(unsigned NewAt) const {
  auto Index = NewIndices.find(NewAt);
  return Index != NewIndices.end() && Index->second > 0 &&
         llvm::is_contained({".", "->"}, NewTokens[Index->second - 1].Text);
}

bool TokenOrigins::isInNamed(unsigned NewAt) const {
  auto Index = NewIndices.find(NewAt);
  return Index != NewIndices.end() && Index->second > 1 &&
         NewTokens[Index->second - 1].Text == "::" &&
         NewTokens[Index->second - 2].isName();
}

bool TokenOrigins::isQualified(unsigned OldAt) const {
  auto Index = OldIndices.find(OldAt);
  return Index != OldIndices.end() && Index->second > 0 &&
         llvm::is_contained({".", "->", "::"},
                            OldTokens[Index->second - 1].Text);
}

llvm::ArrayRef<unsigned> TokenOrigins::alike(unsigned NewAt) const {
  auto [At, IsFirst] = KnownAlike.try_emplace(NewAt);
  std::vector<unsigned> &List = At->second;
  if (!IsFirst)
    return List;
  auto Places = OldPlaces.find(tokenAt(NewAt));
  if (Places == OldPlaces.end())
    return List;
  const bool Declares = New.Declarators.contains(NewAt);
  std::vector<unsigned> Alike;
  llvm::copy_if(Places->second, std::back_inserter(Alike), [&](unsigned Place) {
    return Old.Declarators.contains(Place) == Declares;
  });
  if (Alike.empty())
    Alike = Places->second;
  const Range From = homeOf(NewAt);
  if (From.second == 0)
    return List;
  llvm::copy_if(Alike, std::back_inserter(List), [&](unsigned Place) {
    return From.first <= Place && Place < From.second;
  });
  if (List.empty())
    List = std::move(Alike);
  return List;
}

std::vector<unsigned> TokenOrigins::likest(unsigned NewAt) const {
  auto Same = [&](const PlacedToken &New, const PlacedToken &Old) {
    return isSame(New, Old);
  };
  const StatementLikeness Likeness(OldTokens, NewTokens, Same);
  std::vector<unsigned> Found;
  unsigned Most = 0;
  for (unsigned Place : alike(NewAt)) {
    const unsigned Count =
        Likeness.count(NewIndices.lookup(NewAt), OldIndices.lookup(Place));
    if (Count > Most)
      Found.clear();
    if (Count >= Most)
      Found.push_back(Place);
    Most = std::max(Most, Count);
  }
  return Found;
}

bool TokenOrigins::isInScope(unsigned Declared, unsigned At) const {
  auto Index = OldIndices.find(Declared);
  if (Index == OldIndices.end() || At < Declared)
    return false;
  const size_t End = endOfScope(OldTokens, Index->second);
  return End >= OldTokens.size() || At < OldTokens[End].At;
}

void TokenOrigins::choose(unsigned NewAt,
                          const std::map<unsigned, unsigned> &Votes) {
  Known[NewAt] = find(NewIndices.lookup(NewAt), Votes);
}

Origin TokenOrigins::find(size_t NewIndex,
                          const std::map<unsigned, unsigned> &Votes) const {
  const PlacedToken &T = NewTokens[NewIndex];
  const Piece &P = pieceAt(T.At);
  Origin Found;
  Found.EditAt = P.OldBegin;
  if (P.IsKept) {
    const unsigned Same = P.OldBegin + (T.At - P.NewBegin);
    Found.EditAt = Same;
    auto Index = OldIndices.find(Same);
    if (Index != OldIndices.end() && OldTokens[Index->second].Text == T.Text) {
      Found.Kind = Origin::Kept;
      Found.At.push_back(Same);
      return Found;
    }
  }
  if (isPartOfNewName(NewIndex))
    return Found;
  unsigned Best = 0;
  for (unsigned Place : alike(T.At)) {
    const size_t OldIndex = OldIndices.lookup(Place);
    const unsigned Left = countShared(NewIndex, OldIndex, /*Right=*/false),
                   Right = countShared(NewIndex, OldIndex, /*Right=*/true);
    auto Vote = Votes.find(Place);
    const unsigned Score =
        Left + Right + (Vote == Votes.end() ? 0 : 2 * Vote->second);
    if (Found.Kind == Origin::Copied && Score < Best)
      continue;
    if (Found.Kind == Origin::Generated || Score > Best)
      Found.At.clear();
    Found.Kind = Origin::Copied;
    Best = Score;
    Found.Left = Left;
    Found.Right = Right;
    Found.At.push_back(Place);
  }
  return Found;
}

/// `x` of `blockDim.x` where the old text has no `blockDim`, `cuda` of
/// `cuda::pipeline` where it has no `pipeline`.
bool TokenOrigins::isPartOfNewName(size_t NewIndex) const {
  for (size_t I = NewIndex + 2;
       I < NewTokens.size() && NewTokens[I - 1].Text == "::"; I += 2)
    if (isNewName(NewTokens[I]))
      return true;
  while (NewIndex >= 2 &&
         llvm::is_contained({".", "->", "::"}, NewTokens[NewIndex - 1].Text)) {
    NewIndex -= 2;
    if (isNewName(NewTokens[NewIndex]))
      return true;
  }
  return false;
}

/// A name that the old text does not have, nor one that it begins with, as
/// `walker` of `walkerNext` and `load` of `load_async`.
bool TokenOrigins::isNewName(const PlacedToken &T) const {
  if (!T.isName() || isOldName(T.Text))
    return false;
  for (size_t Length = 1; Length < T.Text.size(); ++Length)
    if (const char Next = T.Text[Length];
        (llvm::isDigit(Next) || isUppercase(Next) || Next == '_') &&
        isOldName(T.Text.take_front(Length)))
      return false;
  return true;
}

/// `k0Next` stands for `k0`, wherever the one is read in place of the other.
bool TokenOrigins::isSame(const PlacedToken &New,
                          const PlacedToken &Old) const {
  if (New.Text == Old.Text)
    return true;
  return Old.isName() && New.isName() && New.Text.starts_with(Old.Text) &&
         !isOldName(New.Text);
}

/// The token behind an index that the old text does not have, `[stage ^ 1]`.
std::optional<size_t> TokenOrigins::skipIndex(size_t NewIndex,
                                              bool Right) const {
  constexpr size_t Longest = 8;
  const llvm::StringRef Begin = Right ? "[" : "]", End = Right ? "]" : "[";
  if (NewTokens[NewIndex].Text != Begin)
    return std::nullopt;
  size_t I = NewIndex;
  for (size_t Length = 0; Length < Longest; ++Length) {
    if (Right ? I + 1 == NewTokens.size() : I == 0)
      return std::nullopt;
    I += Right ? 1 : -1;
    const PlacedToken &T = NewTokens[I];
    if (T.Text == End)
      return I;
    if (T.isName() && isOldName(T.Text))
      return std::nullopt;
  }
  return std::nullopt;
}

unsigned TokenOrigins::countShared(size_t NewIndex, size_t OldIndex,
                                   bool Right) const {
  unsigned Count = 0;
  while (Count < MostShared) {
    if (Right ? NewIndex + 1 == NewTokens.size() ||
                    OldIndex + 1 == OldTokens.size()
              : NewIndex == 0 || OldIndex == 0)
      break;
    NewIndex += Right ? 1 : -1;
    OldIndex += Right ? 1 : -1;
    while (!isSame(NewTokens[NewIndex], OldTokens[OldIndex])) {
      auto Behind = skipIndex(NewIndex, Right);
      const bool More =
          Behind && (Right ? *Behind + 1 < NewTokens.size() : *Behind > 0);
      if (!More)
        return Count;
      NewIndex = Right ? *Behind + 1 : *Behind - 1;
    }
    ++Count;
  }
  return Count;
}

} // namespace pipeline_rewrite
