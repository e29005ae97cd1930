//===- SameCode.cpp - Two texts of one and the same code ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/SameCode.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {
namespace {

class SameCode {
public:
  SameCode(const Meaning &Old, const Meaning &New,
           llvm::ArrayRef<WrittenMacro> Macros, llvm::ArrayRef<TextBytes> Split)
      : Old(Old), New(New), Macros(Macros), Split(Split) {}

  bool isSame() const {
    return llvm::equal(
        Old.Functions, New.Functions, [&](const auto &O, const auto &N) {
          return isSameString(O.Key, N.Key) && isSamePlace(O.Begin, N.Begin) &&
                 isSamePlace(O.NameAt, N.NameAt) && areSame(O.Nodes, N.Nodes);
        });
  }

private:
  bool areSame(llvm::ArrayRef<NodeMeaning> O,
               llvm::ArrayRef<NodeMeaning> N) const {
    using Rows = llvm::SmallVector<const NodeMeaning *, 0>;
    Rows Left, Right, LeftSplit, RightSplit;
    for (const NodeMeaning &A : O)
      (isInSplit(A.At) ? LeftSplit : Left).push_back(&A);
    for (const NodeMeaning &B : N)
      (isInSplit(offsetBefore(Macros, B.At)) ? RightSplit : Right)
          .push_back(&B);
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
           isSameString(O.Resolved, N.Resolved);
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
    llvm::erase_if(Right,
                   [&](int At) { return isInSplit(offsetBefore(Macros, At)); });
    O = Left;
    N = Right;
    return llvm::equal(O, N, [&](int A, int B) { return isSamePlace(A, B); });
  }

  /// Within a use that is written out one place is as good as another.
  bool isSamePlace(int O, int N) const {
    if (O < 0 || N < 0)
      return O < 0 && N < 0;
    const unsigned Was = offsetBefore(Macros, N);
    if (Was == unsigned(O))
      return true;
    return llvm::any_of(Macros, [&](const WrittenMacro &M) {
      return Was == M.Begin && M.Begin <= unsigned(O) && unsigned(O) < M.End;
    });
  }

  const Meaning &Old, &New;
  llvm::ArrayRef<WrittenMacro> Macros;
  llvm::ArrayRef<TextBytes> Split;
};

} // namespace

bool isSameCode(const Meaning &Old, const Meaning &New,
                llvm::ArrayRef<WrittenMacro> Macros,
                llvm::ArrayRef<TextBytes> Split) {
  return SameCode(Old, New, Macros, Split).isSame();
}

} // namespace pipeline_rewrite
