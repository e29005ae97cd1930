//===- FilledArms.cpp - Guarded loads with a fill in the other arm --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Phases/FilledArms.h"
#include "Ast/Assignments.h"
#include "Ast/Parents.h"
#include "Ast/Spelling.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class Finder {
public:
  explicit Finder(const SplitState &State) : State(State) {}

  std::optional<FilledArms> ofLoad(const Leaf &Load) const {
    const auto *If =
        Load.Control.empty() ? nullptr : dyn_cast<IfStmt>(Load.Control.back());
    const Leaf *Fill = If && decidesAlone(If) ? otherArm(If, Load) : nullptr;
    const TileStore *Loaded = onlyStore(Load),
                    *Filled = Fill ? onlyStore(*Fill) : nullptr;
    if (!Loaded || !Filled || !isFetch(Loaded->Value, State.Collector) ||
        !isThere(Filled->Value, State.Leaves, State.Collector) ||
        !isSameElement(*Loaded, *Filled))
      return std::nullopt;
    return FilledArms{Load.S, Fill->S, Filled->Value};
  }

private:
  /// Its condition is all that it holds beside the arms, and every build sees
  /// both of them.
  static bool decidesAlone(const IfStmt *If) {
    return If->getElse() && !If->getInit() && !If->getConditionVariable() &&
           !If->isConstexpr() && !If->isConsteval();
  }

  /// The only other statement under \p If; nullptr if there are more or fewer,
  /// or both stand in one arm.
  const Leaf *otherArm(const IfStmt *If, const Leaf &L) const {
    const Leaf *Found = nullptr;
    for (const Leaf &Other : State.Leaves) {
      if (Other.S == L.S || !llvm::is_contained(Other.Control, If))
        continue;
      if (Found || Other.Control.back() != If)
        return nullptr;
      Found = &Other;
    }
    const bool AreApart = Found && contains(If->getThen(), Found->S) !=
                                       contains(If->getThen(), L.S);
    return AreApart ? Found : nullptr;
  }

  /// What \p L stores to a tile that waits in registers, if it does nothing
  /// else and an assignment does it.
  const TileStore *onlyStore(const Leaf &L) const {
    const auto Stores = State.Slice.storesOf(L.S);
    if (Stores.size() != 1 || !Stores.front()->isAlone() ||
        Stores.front()->By || !State.Registers.contains(Stores.front()->Tile))
      return nullptr;
    const Expr *E = Stores.front()->Statement;
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      E = C->getSubExpr();
    const auto Assigned = anyAssignment(E->IgnoreParens());
    return Assigned && Assigned->copiesBytes() ? Stores.front() : nullptr;
  }

  /// Of this build and every other, and the values are of its type before they
  /// are stored.
  bool isSameElement(const TileStore &A, const TileStore &B) const {
    auto IsElement = [&](const TileStore &S) {
      return State.Context.hasSameUnqualifiedType(
          S.Value->getType().getNonReferenceType(), A.Target->getType());
    };
    return isSameTree(A.Target, B.Target, State.Context) &&
           spellingOf(A.Target, State.Context) ==
               spellingOf(B.Target, State.Context) &&
           IsElement(A) && IsElement(B);
  }

  const SplitState &State;
};

} // namespace

std::vector<FilledArms> findFilledArms(const SplitState &State) {
  std::vector<FilledArms> Found;
  if (State.Guarded == Arms::Apart)
    return Found;
  const Finder Find(State);
  for (const Leaf &L : State.Leaves)
    if (auto Arms = Find.ofLoad(L))
      Found.push_back(*Arms);
  return Found;
}

const FilledArms *findByLoad(llvm::ArrayRef<FilledArms> All, const Leaf &Load) {
  auto Found = llvm::find_if(
      All, [&](const FilledArms &Each) { return Each.Load == Load.S; });
  return Found == All.end() ? nullptr : &*Found;
}

bool isFill(llvm::ArrayRef<FilledArms> All, const Leaf &L) {
  return llvm::any_of(All,
                      [&](const FilledArms &Each) { return Each.Fill == L.S; });
}

llvm::SmallVector<const Stmt *, 4>
controlOfStore(llvm::ArrayRef<FilledArms> All, const Leaf &L) {
  llvm::SmallVector<const Stmt *, 4> Control(L.Control);
  if (findByLoad(All, L))
    Control.pop_back(); // the innermost
  return Control;
}

} // namespace pipeline_rewrite
