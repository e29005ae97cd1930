//===- SameCode.cpp - Two texts of one and the same code ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/SameCode.h"
#include "Validate/Meaning/TokenOrigins.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {
namespace {

/// Where the tokens of a new text were in the old one, and their names.
struct OldPlaces {
  virtual ~OldPlaces() = default;
  virtual unsigned before(unsigned NewAt) const = 0;
  /// One place of the old text is as good as another.
  virtual bool areLike(unsigned Was, unsigned Old) const = 0;
  /// What the old text declares there as \p O is \p N now.
  virtual bool isRenamed(int, llvm::StringRef, llvm::StringRef) const {
    return false;
  }
};

class SameCode {
public:
  SameCode(const Meaning &Old, const Meaning &New, const OldPlaces &Places,
           llvm::ArrayRef<TextBytes> Split = {})
      : Old(Old), New(New), Places(Places), Split(Split) {}

  bool isSame() const {
    return llvm::equal(Old.Functions, New.Functions,
                       [&](const auto &O, const auto &N) {
                         return isSameHead(O, N) && areSame(O.Nodes, N.Nodes);
                       });
  }

  /// The first node that differs, as the places of both; -1: a function.
  std::optional<std::pair<int, int>> findOther() const {
    for (size_t I = 0; I < Old.Functions.size(); ++I) {
      if (I == New.Functions.size() ||
          !isSameHead(Old.Functions[I], New.Functions[I]) ||
          Old.Functions[I].Nodes.size() != New.Functions[I].Nodes.size())
        return std::pair(int(Old.Functions[I].Begin), -1);
      for (auto [O, N] :
           llvm::zip_equal(Old.Functions[I].Nodes, New.Functions[I].Nodes))
        if (!isSame(O, N))
          return std::pair(int(O.At), int(N.At));
    }
    if (Old.Functions.size() < New.Functions.size())
      return std::pair(0, 0);
    return std::nullopt;
  }

private:
  bool isSameHead(const FunctionMeaning &O, const FunctionMeaning &N) const {
    return isSameString(O.Key, N.Key) && isSamePlace(O.Begin, N.Begin) &&
           isSamePlace(O.NameAt, N.NameAt);
  }

  bool areSame(llvm::ArrayRef<NodeMeaning> O,
               llvm::ArrayRef<NodeMeaning> N) const {
    using Rows = llvm::SmallVector<const NodeMeaning *, 0>;
    Rows Left, Right, LeftSplit, RightSplit;
    for (const NodeMeaning &A : O)
      (isInSplit(A.At) ? LeftSplit : Left).push_back(&A);
    for (const NodeMeaning &B : N)
      (isInSplit(Places.before(B.At)) ? RightSplit : Right).push_back(&B);
    return llvm::equal(Left, Right,
                       [&](auto *A, auto *B) { return isSame(*A, *B); }) &&
           areMadeOfTheSame(LeftSplit, RightSplit);
  }

  bool isInSplit(int At) const {
    return llvm::any_of(Split, [&](const TextBytes &S) {
      return int(S.Begin) <= At && At < int(S.End);
    });
  }

  /// Nothing in one of them is not in the other.
  bool areMadeOfTheSame(llvm::ArrayRef<const NodeMeaning *> O,
                        llvm::ArrayRef<const NodeMeaning *> N) const {
    auto IsIn = [&](const NodeMeaning *A, auto Others) {
      return llvm::any_of(Others, [&](auto *B) { return isLike(*A, *B); });
    };
    return llvm::all_of(O, [&](auto *A) { return IsIn(A, N); }) &&
           llvm::all_of(N, [&](auto *B) { return IsIn(B, O); });
  }

  bool isLike(const NodeMeaning &O, const NodeMeaning &N) const {
    return isSameString(O.Kind, N.Kind) && isSameString(O.Type, N.Type) &&
           (isSameString(O.Resolved, N.Resolved) ||
            Places.isRenamed(O.DeclaredAt, Old.string(O.Resolved),
                             New.string(N.Resolved)));
  }

  bool isSame(const NodeMeaning &O, const NodeMeaning &N) const {
    constexpr unsigned OfText =
        NodeMeaning::InMacroBody | NodeMeaning::InOwnMacro;
    return (O.Flags | OfText) == (N.Flags | OfText) && isLike(O, N) &&
           isSamePlace(O.At, N.At) && isSamePlace(O.DeclaredAt, N.DeclaredAt) &&
           areSamePlaces(O.TypeAt, N.TypeAt) &&
           areSamePlaces(O.Children, N.Children);
  }

  bool isSameString(unsigned O, unsigned N) const {
    return Old.string(O) == New.string(N);
  }

  bool areSamePlaces(llvm::ArrayRef<int> O, llvm::ArrayRef<int> N) const {
    llvm::SmallVector<int, 4> Left(O), Right(N);
    llvm::erase_if(Left, [&](int At) { return isInSplit(At); });
    llvm::erase_if(Right, [&](int At) { return isInSplit(Places.before(At)); });
    O = Left;
    N = Right;
    return llvm::equal(O, N, [&](int A, int B) { return isSamePlace(A, B); });
  }

  /// Within a use that is written out one place is as good as another.
  bool isSamePlace(int O, int N) const {
    if (O < 0 || N < 0)
      return O < 0 && N < 0;
    const unsigned Was = Places.before(N);
    return Was == unsigned(O) || Places.areLike(Was, O);
  }

  const Meaning &Old, &New;
  const OldPlaces &Places;
  llvm::ArrayRef<TextBytes> Split;
};

/// Where names stand that a function of the text declares for itself.
struct OwnNames {
  explicit OwnNames(const Meaning &M) {
    for (const FunctionMeaning &F : M.Functions) {
      const bool IsInner = llvm::any_of(M.Functions, [&](const auto &Outer) {
        return Outer.Begin < F.Begin && F.End <= Outer.End;
      });
      if (!IsInner)
        Functions.push_back({F.Begin, F.End});
      for (const NodeMeaning &N : F.Nodes)
        if (N.DeclaredAt > int(F.NameAt) && N.DeclaredAt < int(F.End))
          At.insert(N.At);
    }
  }

  /// Where the function begins that holds it; -1: none.
  int functionAt(unsigned Token) const {
    for (auto [Begin, End] : Functions)
      if (Begin <= Token && Token < End)
        return Begin;
    return -1;
  }

  std::vector<std::pair<unsigned, unsigned>> Functions;
  llvm::DenseSet<unsigned> At;
};

/// Of a text with macros written out.
struct PlacesOfMacros : OldPlaces {
  explicit PlacesOfMacros(llvm::ArrayRef<WrittenMacro> Macros)
      : Macros(Macros) {}
  unsigned before(unsigned NewAt) const override {
    return offsetBefore(Macros, NewAt);
  }
  bool areLike(unsigned Was, unsigned Old) const override {
    return llvm::any_of(Macros, [&](const WrittenMacro &M) {
      return Was == M.Begin && M.Begin <= Old && Old < M.End;
    });
  }
  llvm::ArrayRef<WrittenMacro> Macros;
};

/// Of a text with as many tokens. Names are those of one function.
class PlacesOfTokens : public OldPlaces {
public:
  PlacesOfTokens(size_t OldSize, size_t NewSize)
      : OldSize(OldSize), NewSize(NewSize) {}
  unsigned before(unsigned NewAt) const override {
    if (NewAt >= NewSize) // instances that are asked for besides
      return NewAt - NewSize + OldSize;
    const auto At = Was.find(NewAt);
    return At == Was.end() ? ~0u : At->second;
  }
  bool areLike(unsigned, unsigned) const override { return false; }
  bool isRenamed(int DeclaredAt, llvm::StringRef O,
                 llvm::StringRef N) const override {
    const auto At = Renamed.find(DeclaredAt);
    return At != Renamed.end() && At->second.first == O &&
           At->second.second == N;
  }

  /// False if a name has two others, another name has the same, or is none that
  /// a function declares for itself.
  bool add(const PlacedToken &O, const PlacedToken &N, const OwnNames &Own) {
    Was[N.At] = O.At;
    if (O.InDirective != N.InDirective)
      return false;
    if (O.Text == N.Text && !O.isName())
      return true;
    const int In = Own.functionAt(O.At);
    if (!O.isName() || !N.isName() || (O.Text != N.Text && In < 0))
      return false;
    if (O.Text != N.Text)
      Renamed[O.At] = {O.Text, N.Text};
    return (O.Text == N.Text || Own.At.contains(O.At)) &&
           Names.try_emplace({In, O.Text}, N.Text).first->second == N.Text &&
           Back.try_emplace({In, N.Text}, O.Text).first->second == O.Text;
  }

private:
  const size_t OldSize, NewSize;
  std::map<unsigned, unsigned> Was{{0, 0}};
  using Key = std::pair<int, llvm::StringRef>;
  std::map<Key, llvm::StringRef> Names, Back;
  std::map<int, std::pair<llvm::StringRef, llvm::StringRef>> Renamed;
};

} // namespace

bool isSameCode(const Meaning &Old, const Meaning &New,
                llvm::ArrayRef<WrittenMacro> Macros,
                llvm::ArrayRef<TextBytes> Split) {
  return SameCode(Old, New, PlacesOfMacros(Macros), Split).isSame();
}

std::optional<OtherToken> findOtherToken(llvm::StringRef OldText,
                                         const Meaning &Old,
                                         llvm::StringRef NewText,
                                         const Meaning *New,
                                         const clang::LangOptions &Language) {
  const std::vector<PlacedToken> Left = tokensOf(OldText, Language),
                                 Right = tokensOf(NewText, Language);
  PlacesOfTokens Places(OldText.size(), NewText.size());
  const OwnNames Own(Old);
  for (size_t I = 0; I < std::min(Left.size(), Right.size()); ++I)
    if (!Places.add(Left[I], Right[I], Own))
      return OtherToken{Left[I].At, Right[I].At};
  if (Left.size() != Right.size())
    return OtherToken{unsigned(OldText.size()), unsigned(NewText.size())};
  if (!New)
    return std::nullopt;
  if (const auto Other = SameCode(Old, *New, Places).findOther())
    return OtherToken{unsigned(std::max(Other->first, 0)),
                      unsigned(std::max(Other->second, 0))};
  return std::nullopt;
}

} // namespace pipeline_rewrite
