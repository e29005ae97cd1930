//===- OtherSizes.cpp - Tiles of another size in another build ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/MadeOf.h"
#include "Analyse/Builds/OtherConversions.h"
#include "Analyse/LoopQuestions.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class OtherSizes {
public:
  explicit OtherSizes(LoopAnalysis &A) : A(A), Builds(A.builds()) {}

  void run() {
    for (Tile &T : A.Facts.Tiles)
      if (const TypeSourceInfo *Type = T.Var->getTypeSourceInfo())
        T.SizeIsBuilds = MadeOf(Builds).decides(Type->getTypeLoc()).has_value();
    note(A.Facts);
  }

private:
  void note(LoadSlice &Slice) {
    for (TileStore &S : Slice.Stores) {
      S.SizeIsBuilds =
          MadeOf(Builds).decidesType(S.Target, A.K.Function).has_value();
      if (S.SizeIsBuilds && !isElement(S))
        widen(S.Tile);
      if (S.RawSource)
        if (auto Name = convertsElsewhere(S, A.K.Function, Builds))
          forbid(S, *Name);
    }
    for (LoadCall &C : Slice.Calls)
      note(C);
  }

  void forbid(TileStore &S, const std::string &Name) {
    S.RawSource = nullptr;
    S.CanBeAsync = "another build may convert its value, by '" + Name + "'";
    for (Tile &T : A.Facts.Tiles)
      if (T.Var == S.Tile)
        T.CanBeAsync.also(S.CanBeAsync);
  }

  bool isElement(const TileStore &S) const {
    return A.Context.hasSameUnqualifiedType(
        S.Target->getType(), A.Context.getBaseElementType(S.Tile->getType()));
  }

  /// Other builds may store more at a time.
  void widen(const VarDecl *V) {
    for (Tile &T : A.Facts.Tiles)
      if (T.Var == V)
        T.AccessAlign = std::max(T.AccessAlign, 16U);
  }

  LoopAnalysis &A;
  const OtherBuilds &Builds;
};

} // namespace

void findOtherSizes(LoopAnalysis &A) { OtherSizes(A).run(); }

} // namespace pipeline_rewrite
