//===- Stale.cpp - Stores that may leave an earlier tile's elements -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several buffers are exact only if every iteration writes the same elements of
// a tile. A guard or an index that changes from tile to tile, without a store
// in the other case, leaves elements of the tile before: then only one buffer
// keeps them.
//
// A loop that is entered again, in a loop around it or by another call of its
// function, finds the tiles as it left them: what differs from one entry to the
// next counts as well.
//
// Two branches store to the same elements if they do so under the same
// conditions: `if (c) s[t] = a; else if (t < 32) s[t] = 0;` leaves some alone.
// One branch is enough where a statement before has filled what it stores to:
// `s[t] = 0; if (c) s[t] = a;`.
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/Stale.h"
#include "Analyse/Numbers/VaryingValues.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Ast/Parents.h"
#include "Ast/Spelling.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <set>
#include <utility>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Evaluated again with the same variables, it is the same if its parts are,
/// and Clang's profile of it tells it apart from all others.
bool isRepeatable(const Stmt *S) {
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
             CXXBoolLiteralExpr, DeclRefExpr, MemberExpr, CXXThisExpr,
             ArraySubscriptExpr, ParenExpr, UnaryOperator, BinaryOperator,
             ConditionalOperator, CastExpr, UnaryExprOrTypeTraitExpr,
             SubstNonTypeTemplateParmExpr, ConstantExpr, CallExpr,
             CXXDefaultArgExpr, CXXConstructExpr, InitListExpr,
             PseudoObjectExpr, MSPropertyRefExpr, OpaqueValueExpr,
             MaterializeTemporaryExpr, ExprWithCleanups>(S);
}

/// Which elements the statements of a slice store to, whatever the tile.
class StoredElements {
public:
  StoredElements(const LoopAnalysis &A, const LoadSlice &Slice,
                 const VaryingValues &Values)
      : A(A), Slice(Slice), Values(Values) {}

  /// A store to the same elements in either case, but for those that \p Before
  /// has filled: what runs before it in each iteration, in that order.
  bool isTotal(const IfStmt *If, llvm::ArrayRef<const Stmt *> Before) {
    IgnoresGuards = true;
    std::optional<Elements> All = elements(If);
    IgnoresGuards = false;
    if (!All)
      return false;
    std::optional<Elements> Then = elements(If->getThen()),
                            Else = elements(If->getElse());
    Elements Once;
    if (Then && Else) {
      std::set_symmetric_difference(Then->begin(), Then->end(), Else->begin(),
                                    Else->end(),
                                    std::inserter(Once, Once.end()));
      if (Once.empty())
        return true;
    }
    if (ReadsMemory || changes(If))
      return false;
    return (Then && Else && areFilled(Once, Before)) || areFilled(*All, Before);
  }

private:
  /// What a statement stores to whatever the tile: targets, with the guards
  /// around them that are the same for every tile.
  using Elements = std::set<llvm::FoldingSetNodeID>;

  bool areFilled(Elements &Of, llvm::ArrayRef<const Stmt *> Before) {
    for (const Stmt *S : llvm::reverse(Before))
      if (Of.empty() || !eraseFilled(S, Of))
        break;
    return Of.empty();
  }

  /// Something that decides which elements they are may have another value
  /// after it.
  bool changes(const Stmt *S) const {
    const Effects E = A.Collector.collect(S);
    return E.anything() || E.writes(Space::Unknown) ||
           llvm::any_of(Deciders,
                        [&](const VarDecl *V) { return E.writesVar(V); });
  }

  /// Takes off what \p S stores to; false if what is compared may have been
  /// other elements before it, or if something may jump past it.
  bool eraseFilled(const Stmt *S, Elements &From) {
    if (isa<SwitchCase>(S) || findLabel(S) || changes(S))
      return false;
    for (const llvm::FoldingSetNodeID &Each : elements(S).value_or(Elements()))
      From.erase(Each);
    return true;
  }

  /// \p S, which decides which elements are stored to: its operations on
  /// declarations, and its words, which another build's macros make the same
  /// things of. nullopt if it may come to something else when nothing that it
  /// reads has changed.
  std::optional<llvm::FoldingSetNodeID> decider(const Stmt *S,
                                                const VarDecl *Tile = nullptr) {
    const Effects E = A.Collector.collect(S);
    auto IsEvaluated = [](const Stmt *Each) {
      return !isa<UnaryExprOrTypeTraitExpr>(Each);
    };
    auto IsOther = [&](const Stmt *Each) {
      return !isRepeatable(Each) || isLineNumber(Each, A.Context);
    };
    if (!E.isPure() || !E.Writes.empty() || findBelow(S, IsOther, IsEvaluated))
      return std::nullopt;
    Deciders.insert_range(E.Reads);
    ReadsMemory |= llvm::any_of(E.Accesses, [&](const Access &Acc) {
      return Acc.Read && (!Tile || Acc.Root != Tile);
    });
    llvm::FoldingSetNodeID Id = treeOf(S, A.Context);
    Id.AddString(spellingOf(S, A.Context));
    return Id;
  }

  /// nullopt if that differs between tiles, or is not known.
  std::optional<Elements> elements(const Stmt *S) {
    Elements Out;
    if (!S)
      return Out;
    // What a function stores is not compared, nor what may end half-way.
    if (Slice.findCall(S) || isa<SwitchStmt, LabelStmt, BreakStmt, ContinueStmt,
                                 GotoStmt, ReturnStmt>(S))
      return std::nullopt;
    if (const auto *If = dyn_cast<IfStmt>(S))
      return elements(If);
    for (const TileStore *Store : Slice.storesOf(S)) {
      std::optional<llvm::FoldingSetNodeID> Target =
          decider(Store->Target, Store->Tile);
      if (!Target)
        return std::nullopt;
      Target->AddPointer(Store->By);
      Out.insert(std::move(*Target));
    }
    if (!isa<Expr>(S))
      for (const Stmt *Child : S->children()) {
        std::optional<Elements> Below = elements(Child);
        if (!Below)
          return std::nullopt;
        Out.merge(*Below);
      }
    // Nor how often a loop runs.
    if (isLoopStatement(S) && !onceBlock(S) && !Out.empty())
      return std::nullopt;
    return Out;
  }

  std::optional<Elements> elements(const IfStmt *If) {
    std::optional<Elements> Then = elements(If->getThen()),
                            Else = elements(If->getElse());
    if (!Then || !Else)
      return std::nullopt;
    if (IgnoresGuards || *Then == *Else) {
      Then->merge(*Else);
      return Then;
    }
    if (Values.varies(If->getCond()))
      return std::nullopt;
    const std::optional<llvm::FoldingSetNodeID> Cond = decider(If->getCond());
    if (!Cond)
      return std::nullopt;
    Elements Out;
    auto Add = [&](const llvm::FoldingSetNodeID &Each, bool IsThen) {
      llvm::FoldingSetNodeID Id = *Cond;
      Id.AddBoolean(IsThen);
      Id.AddNodeID(Each);
      Out.insert(std::move(Id));
    };
    for (const llvm::FoldingSetNodeID &Each : *Then)
      if (Else->erase(Each))
        Out.insert(Each);
      else
        Add(Each, /*IsThen=*/true);
    for (const llvm::FoldingSetNodeID &Each : *Else)
      Add(Each, /*IsThen=*/false);
    return Out;
  }

  const LoopAnalysis &A;
  const LoadSlice &Slice; ///< the loop, or the function that it calls
  const VaryingValues &Values;
  llvm::SmallPtrSet<const VarDecl *, 16> Deciders;
  bool ReadsMemory = false;   ///< what decides as well
  bool IgnoresGuards = false; ///< elements() gives all that may be stored to
};

class StaleFinder {
public:
  /// \p OfEntries: asks as well what differs between two entries.
  StaleFinder(LoopAnalysis &A, bool OfEntries)
      : A(A), OfEntries(OfEntries), Slice(&A.Facts), Values(A) {
    if (OfEntries)
      Values.addEntries();
  }

  bool isEnteredAgain() const { return Values.around(); }

  void run() {
    do {
      Changed = false;
      propagateAround(Values.around());
      forEachLoad([&](const Stmt *S) { propagate(S, /*UnderVarying=*/false); });
    } while (Changed);
    forEachLoad([&](const Stmt *S) { checkNext(S, nullptr); });
  }

private:
  template <typename F> void forEachLoad(F Do) {
    for (const LoopUnit &U : Slice->Units)
      if (U.isLoadSide())
        Do(U.S);
  }

  /// The same for the body of a function that is called.
  template <typename F> void inCallee(const LoadCall &C, F Do) {
    InCallee In(A.Collector, C.Call);
    const LoadSlice *Caller = std::exchange(Slice, &C);
    forEachLoad(Do);
    Slice = Caller;
  }

  /// What runs before the loop each time that it is entered.
  void propagateAround(const Stmt *S) {
    if (!S || S == A.K.Loop)
      return;
    if (!contains(S, A.K.Loop))
      return propagate(S, /*UnderVarying=*/false);
    for (const Stmt *Child : S->children())
      propagateAround(Child);
  }

  /// Parameters are what the arguments are.
  void propagateCall(const LoadCall &C, bool UnderVarying) {
    for (unsigned I = 0; I < C.Callee->getNumParams(); ++I)
      if (UnderVarying || Values.varies(C.argument(I)))
        Changed |= Values.add(C.Callee->getParamDecl(I));
    inCallee(C, [&](const Stmt *S) { propagate(S, UnderVarying); });
  }

  void propagate(const Stmt *S, bool UnderVarying) {
    if (!S)
      return;
    if (const LoadCall *C = Slice->findCall(S))
      return propagateCall(*C, UnderVarying);
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      propagate(If->getInit(), UnderVarying);
      propagate(If->getConditionVariableDeclStmt(), UnderVarying);
      propagate(If->getCond(), UnderVarying);
      bool V = UnderVarying || Values.varies(If->getCond());
      propagate(If->getThen(), V);
      return propagate(If->getElse(), V);
    }
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      propagate(For->getInit(), UnderVarying);
      propagate(For->getConditionVariableDeclStmt(), UnderVarying);
      propagate(For->getCond(), UnderVarying);
      bool V = UnderVarying || Values.varies(For->getCond());
      propagate(For->getInc(), V);
      return propagate(For->getBody(), V);
    }
    if (isa<CompoundStmt, AttributedStmt>(S) || onceBlock(S)) {
      for (const Stmt *Child : S->children())
        propagate(Child, UnderVarying);
      return;
    }
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each);
            V && (UnderVarying || Values.varies(V->getInit()))) {
          Changed |= Values.add(V);
          propagate(V->getInit(), /*UnderVarying=*/true);
        }
      return;
    }
    if (!UnderVarying && !Values.varies(S))
      return;
    for (const VarDecl *V : A.Collector.collect(S).Writes)
      Changed |= Values.add(V);
  }

  /// The same as check(), before another statement of the same block.
  void checkNext(const Stmt *S, const Stmt *Guard) {
    check(S, Guard);
    Before.push_back(S);
  }

  /// The statements of a block, or of something that may run them otherwise
  /// than once, from the first to the last.
  void checkChildren(const Stmt *S, const Stmt *Guard) {
    llvm::SaveAndRestore Outside(Before);
    if (!isa<CompoundStmt>(S))
      Before.clear();
    for (const Stmt *Child : S->children())
      checkNext(Child, Guard);
  }

  /// \p Guard: the innermost statement that makes the stores below it vary.
  void check(const Stmt *S, const Stmt *Guard) {
    if (!S)
      return;
    if (const LoadCall *C = Slice->findCall(S)) {
      llvm::SaveAndRestore Outside(Before, {});
      return inCallee(*C, [&](const Stmt *In) { checkNext(In, Guard); });
    }
    for (const TileStore *Store : Slice->storesOf(S)) {
      // What is collected of a target are the reads of its address, and of the
      // tile.
      const Stmt *Cause =
          Guard || !Values.varies(Store->Target, Store->Tile) ? Guard : S;
      for (Tile &T : A.Facts.Tiles)
        if (Cause && T.Var == Store->Tile && !T.Stale) {
          T.Stale = Cause;
          T.StaleAgain = OfEntries;
        }
    }
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      llvm::SaveAndRestore Outside(Before);
      for (const Stmt *Head : std::initializer_list<const Stmt *>{
               If->getInit(), If->getConditionVariableDeclStmt(),
               If->getCond()})
        if (Head)
          Before.push_back(Head);
      const Stmt *Inner =
          Values.varies(If->getCond()) &&
                  !StoredElements(A, *Slice, Values).isTotal(If, Before)
              ? If
              : Guard;
      check(If->getThen(), Inner);
      return check(If->getElse(), Inner);
    }
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      llvm::SaveAndRestore Outside(Before, {});
      return check(For->getBody(), Values.varies(For) ? For : Guard);
    }
    if (!isa<Expr>(S))
      checkChildren(S, Guard);
  }

  LoopAnalysis &A;
  const bool OfEntries;
  const LoadSlice *Slice; ///< the loop, or the function that it calls
  VaryingValues Values;
  bool Changed = false;
  /// What each iteration has run, in the blocks around what is checked.
  llvm::SmallVector<const Stmt *, 16> Before;
};

} // namespace

void findStaleStores(LoopAnalysis &A) {
  StaleFinder(A, /*OfEntries=*/false).run();
  if (StaleFinder Again(A, /*OfEntries=*/true); Again.isEnteredAgain())
    Again.run();
}

} // namespace pipeline_rewrite
