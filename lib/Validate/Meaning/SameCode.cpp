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
           llvm::ArrayRef<WrittenMacro> Macros)
      : Old(Old), New(New), Macros(Macros) {}

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
    return llvm::equal(
        O, N, [&](const auto &A, const auto &B) { return isSame(A, B); });
  }

  bool isSame(const NodeMeaning &O, const NodeMeaning &N) const {
    constexpr unsigned OfText =
        NodeMeaning::InMacroBody | NodeMeaning::InOwnMacro;
    return (O.Flags | OfText) == (N.Flags | OfText) &&
           isSameString(O.Kind, N.Kind) && isSameString(O.Type, N.Type) &&
           isSameString(O.Resolved, N.Resolved) && isSamePlace(O.At, N.At) &&
           isSamePlace(O.DeclaredAt, N.DeclaredAt) &&
           areSamePlaces(O.TypeAt, N.TypeAt) &&
           areSamePlaces(O.Children, N.Children);
  }

  bool isSameString(unsigned O, unsigned N) const {
    return Old.string(O) == New.string(N);
  }

  bool areSamePlaces(llvm::ArrayRef<int> O, llvm::ArrayRef<int> N) const {
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
};

} // namespace

bool isSameCode(const Meaning &Old, const Meaning &New,
                llvm::ArrayRef<WrittenMacro> Macros) {
  return SameCode(Old, New, Macros).isSame();
}

} // namespace pipeline_rewrite
