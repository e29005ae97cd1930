//===- UnusedNames.cpp - What only the loads' own text has used -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/UnusedNames.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class NameFinder {
public:
  explicit NameFinder(const LoopText &T) {
    for (const LoopUnit &U : T.Facts.Units)
      if (U.Role == UnitRole::Load && !U.Advance && !U.Opening)
        Loads.insert(U.S);
    look(T.Facts.Loop->Function->getBody(), /*IsWritten=*/true);
    for (const TilePlan *Tile : T.Plan.placedTiles())
      for (const PlaceTerm &Term : Tile->Place->Begin)
        for (const PlaceValue &V : Term.Of)
          Written.insert(V.Of);
  }

  std::vector<const DeclStmt *> find() const {
    std::vector<const DeclStmt *> Out;
    for (const DeclStmt *Each : Declarations)
      if (llvm::any_of(Each->decls(), [&](const Decl *D) {
            return Read.contains(D) && !Written.contains(D);
          }))
        Out.push_back(Each);
    return Out;
  }

private:
  void look(const Stmt *S, bool IsWritten) {
    if (!S)
      return;
    IsWritten &= !Loads.contains(S);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      (IsWritten ? Written : Read).insert(Ref->getDecl());
    if (const auto *D = dyn_cast<DeclStmt>(S); D && IsWritten)
      Declarations.push_back(D);
    for (const Stmt *Child : S->children())
      look(Child, IsWritten);
  }

  llvm::DenseSet<const Stmt *> Loads;
  /// Named in the loads that are not written, and in all the rest.
  llvm::DenseSet<const Decl *> Read, Written;
  std::vector<const DeclStmt *> Declarations;
};

} // namespace

std::vector<const DeclStmt *> findUnusedNames(const LoopText &T) {
  if (T.Plan.placedTiles().size() < T.Plan.Tiles.size())
    return {};
  return NameFinder(T).find();
}

} // namespace pipeline_rewrite
