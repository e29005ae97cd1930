//===- OtherTiles.cpp - Where a load names the tile that it brings --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Mentions.h"
#include "Undo/HandThread.h"

using namespace clang;

namespace pipeline_rewrite::undo {

namespace {

/// Finds the parts of an expression that are the counter of a tile.
class TileFinder {
public:
  TileFinder(const HandLoop &L, const std::map<const VarDecl *, Value> &Held)
      : L(L), Reader(L, L.Tiles) {
    Reader.Held = Held;
    Reader.Counter = L.Counter;
    Reader.Counter.Step =
        L.Step ? Reader.read(L.Step) : Value{"#1", 1, 0, std::nullopt};
    Reader.Counter.Start = Reader.read(L.Start);
  }

  bool find(const Stmt *S) {
    if (const auto *E = dyn_cast<Expr>(S)) {
      if (const auto *Ring = dyn_cast<ArraySubscriptExpr>(E);
          Ring && llvm::is_contained(L.Choices, Ring))
        return true; // goes away
      if (E->isPRValue() && tileOf(E)) {
        Out.push_back({E, E, *tileOf(E)});
        return true;
      }
      if (const auto *B = dyn_cast<BinaryOperator>(E))
        if (const auto *Inner =
                dyn_cast<BinaryOperator>(B->getLHS()->IgnoreImpCasts());
            Inner && B->getOpcode() == BO_Add && Inner->getOpcode() == BO_Add)
          if (auto Both = pair(Inner->getRHS(), B->getRHS()))
            return Out.push_back(*Both), find(Inner->getLHS());
      if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
        const auto *V = dyn_cast<VarDecl>(Name->getDecl());
        const auto It = V ? Held().find(V) : Held().end();
        // A number or another tile that stays would be another one.
        return !V || V == L.Counter.Var
                   ? V == nullptr
                   : It == Held().end() ||
                         (!It->second.Tile &&
                          (!It->second.Number || It->second.Slope != 0));
      }
    }
    for (const Stmt *Child : S->children())
      if (Child && !find(Child))
        return false;
    return true;
  }

  std::vector<OtherTile> Out;

private:
  const std::map<const VarDecl *, Value> &Held() const { return Reader.Held; }

  bool hasType(const Expr *E) const {
    return L.context().hasSameUnqualifiedType(E->getType(),
                                              L.Counter.Var->getType());
  }

  std::optional<int> tileOf(const Expr *E) {
    if (!hasType(E))
      return std::nullopt;
    Reader.forget();
    const Value V = Reader.read(E);
    return V.Tile;
  }

  /// `… + k + step`: the two last summands.
  std::optional<OtherTile> pair(const Expr *First, const Expr *Second) {
    if (!hasType(First) || !hasType(Second))
      return std::nullopt;
    const auto Tile = tileOf(First);
    Reader.forget();
    const Value By = Reader.read(Second);
    const Value &Step = Reader.Counter.Step;
    if (!Tile)
      return std::nullopt;
    if (Step.Number && By.Number && *Step.Number &&
        *By.Number % *Step.Number == 0)
      return OtherTile{First, Second, int(*Tile + *By.Number / *Step.Number)};
    if (!Step.Number && By.Text == Step.Text)
      return OtherTile{First, Second, *Tile + 1};
    return std::nullopt;
  }

  const HandLoop &L;
  TileReader Reader;
};

} // namespace

std::optional<std::vector<OtherTile>>
otherTiles(const HandLoop &Loop, const Stmt *S,
           const std::map<const VarDecl *, Value> &Held) {
  TileFinder Finder(Loop, Held);
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each); V && V->getInit())
        if (!Finder.find(V->getInit()))
          return std::nullopt;
  } else if (!Finder.find(S)) {
    return std::nullopt;
  }
  return std::move(Finder.Out);
}

} // namespace pipeline_rewrite::undo
