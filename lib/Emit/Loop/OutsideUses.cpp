//===- OutsideUses.cpp - Tiles that are named outside their loop ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loop/LoopEdits.h"
#include "Emit/Source/LambdaCaptures.h"
#include "Emit/Source/UseFinder.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// A buffer as it is written, and the variable in that.
struct OutsideIndex {
  std::string Text, Variable;
};

OutsideIndex indexOf(const LoopText &T, const TilePlan &Tile) {
  const OutsideUse Use =
      T.Plan.Instance->outsideUse(*T.Facts.findTile(Tile.Var));
  if (Use != OutsideUse::Last)
    return {"[0]", ""};
  const Slot Last = slotBehind(T.Schedule, Tile.Stream);
  return {T.indexText(Last),
          Last.Kind == Slot::Counted ? T.nameOf(Last.Of) : ""};
}

} // namespace

static void indexUses(LoopText &T, bool InLoop, EditSet &Edits) {
  const auto Loop = T.Source.range(T.Facts.Loop->Loop);
  if (!Loop)
    return;
  UseFinder Finder;
  Finder.ShouldVisitImplicitCode = true;
  Finder.TraverseStmt(T.Facts.Loop->Function->getBody());
  LambdaCaptures Captures(T, Edits);
  for (size_t I = 0; I < Finder.Refs.size(); ++I) {
    const DeclRefExpr *Ref = Finder.Refs[I];
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    const TilePlan *Tile = V ? T.Plan.findIndexed(V) : nullptr;
    if (!Tile)
      continue;
    const std::optional<unsigned> At = T.Source.spelled(Ref->getLocation());
    if ((At && Loop->Begin <= *At && *At < Loop->End) != InLoop)
      continue;
    if (!At || !T.Source.text().substr(*At).starts_with(V->getName())) {
      T.fail(RefusalId::CodeInMacro,
             "'" + V->getNameAsString() + "' is used inside a macro's body",
             Ref->getLocation());
      continue;
    }
    const OutsideIndex Index =
        InLoop ? OutsideIndex{"[0]", ""} : indexOf(T, *Tile);
    // Another loop that has buffers of the tile says which of them it means.
    const unsigned Behind = *At + V->getName().size();
    Edits.replaceIfAlone(Behind, Behind, Index.Text);
    Captures.need(Index.Variable, Finder.Within[I]);
    Captures.need(localName(*Tile), Finder.Within[I]);
  }
}

void indexOutsideUses(LoopText &T, EditSet &Edits) {
  indexUses(T, /*InLoop=*/false, Edits);
}

void indexKeptUses(LoopText &T, EditSet &Edits) {
  indexUses(T, /*InLoop=*/true, Edits);
}

} // namespace pipeline_rewrite
