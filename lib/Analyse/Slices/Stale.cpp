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
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/Stale.h"
#include "Analyse/LoopAnalysis.h"
#include "Analyse/Memory/RepeatedCalls.h"
#include "Analyse/Slices/Scratch.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Ast/OnceBlock.h"
#include "Ast/Parents.h"
#include "Ast/Spelling.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include <set>
#include <utility>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Variables that a statement declares.
void addDeclared(const Stmt *S, llvm::SmallPtrSetImpl<const VarDecl *> &Out) {
  forEachBelow<DeclStmt>(S, [&](const DeclStmt *D) {
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        Out.insert(V);
  });
}

/// What differs from tile to tile, or between the tiles of two entries.
class VaryingValues {
public:
  /// What the loop itself changes from one iteration to the next.
  explicit VaryingValues(LoopAnalysis &A) : A(A), Scratch(findScratch(A)) {
    for (const Effects &E : A.UnitEffects)
      addOutside(E);
    addOutside(A.Increment);
    addOutside(A.Condition);
  }

  /// And what may be another value when the loop is entered again.
  void addEntries() {
    const Stmt *Body = A.K.Function->getBody();
    IsCalledAgain = !isRunOnce(A.K.Function);
    if (IsCalledAgain || findLabel(Body))
      Around = Body;
    if (findLabel(Body))
      for (const VarDecl *V : A.Collector.collect(Body).Writes)
        if (isChanged(Body, V))
          add(V);
    addChangedAround(Body);
    if (!IsCalledAgain)
      return;
    for (const ParmVarDecl *P : findVaryingParameters(A.K.Function))
      add(P);
  }

  /// What is run again, with the loop in it: a loop around it, or the body of
  /// its function; nullptr if the loop is entered once.
  const Stmt *around() const { return Around; }

  /// False if it is known already.
  bool add(const VarDecl *V) { return Vars.insert(V).second; }

  bool varies(const Stmt *S) const {
    if (!S)
      return false;
    Effects E = A.Collector.collect(S);
    return E.reads(Space::Global) || E.reads(Space::Unknown) ||
           llvm::any_of(E.Reads, [&](const VarDecl *V) {
             return Vars.contains(V) || (IsCalledAgain && isCaptured(V));
           });
  }

  /// The same of what decides where a store goes: shared memory that it reads
  /// may have changed when the loop is entered again.
  bool decidesAnew(const Stmt *S) const {
    return varies(S) || (S && Around &&
                         llvm::any_of(A.Collector.collect(S).Accesses,
                                      [&](const Access &Acc) {
                                        return Acc.Read &&
                                               Acc.Where == Space::Shared &&
                                               !isTile(Acc.Root);
                                      }));
  }

  bool varies(const ForStmt *For) const {
    return decidesAnew(For->getCond()) || decidesAnew(For->getInit()) ||
           decidesAnew(For->getInc());
  }

private:
  void addOutside(const Effects &E) {
    for (const VarDecl *V : E.Writes)
      if (A.isOutside(V) && !Scratch.contains(V))
        add(V);
  }

  /// Of each loop around it, what the rounds before may have changed.
  void addChangedAround(const Stmt *S) {
    if (!S || S == A.K.Loop || !contains(S, A.K.Loop))
      return;
    if (const Stmt *Body = loopBody(S)) {
      Around = Around ? Around : S;
      llvm::SmallPtrSet<const VarDecl *, 16> Own;
      addDeclared(Body, Own);
      for (const VarDecl *V : A.Collector.collect(S).Writes)
        if (!Own.contains(V) && !Scratch.contains(V))
          add(V);
    }
    for (const Stmt *Child : S->children())
      addChangedAround(Child);
  }

  /// By a lambda that holds the loop.
  bool isCaptured(const VarDecl *V) const {
    for (const DeclContext *In = A.K.Function->getParent(); In;
         In = In->getParent())
      if (V->getDeclContext() == In)
        return V->isLocalVarDeclOrParm();
    return false;
  }

  bool isTile(const VarDecl *V) const {
    return V && llvm::any_of(A.Facts.Tiles,
                             [&](const Tile &T) { return T.Var == V; });
  }

  LoopAnalysis &A;
  const ScratchVariables
      Scratch; ///< the loads give it a value before they read
  const Stmt *Around = nullptr;
  bool IsCalledAgain = false;
  llvm::SmallPtrSet<const VarDecl *, 16> Vars;
};

/// Which elements the statements of a slice store to, whatever the tile.
class StoredElements {
public:
  StoredElements(const LoopAnalysis &A, const LoadSlice &Slice,
                 const VaryingValues &Values)
      : A(A), Slice(Slice), Values(Values) {}

  /// A store to the same elements in either case.
  bool isTotal(const IfStmt *If) {
    if (!If->getElse())
      return false;
    std::optional<Elements> Then = elements(If->getThen()),
                            Else = elements(If->getElse());
    return Then && Else && *Then == *Else;
  }

private:
  /// What a statement stores to whatever the tile: a target as it is spelled,
  /// with the guards and loops around it that are the same for every tile.
  using Elements = std::set<std::string>;

  /// nullopt if that differs between tiles, or is not known.
  std::optional<Elements> elements(const Stmt *S) {
    Elements Out;
    if (!S)
      return Out;
    if (Slice.findCall(S))
      return std::nullopt; // what the function stores is not compared
    if (const auto *If = dyn_cast<IfStmt>(S))
      return elements(If);
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      std::optional<Elements> Body = elements(For->getBody());
      if (!Body || Body->empty())
        return Body;
      if (Values.varies(For))
        return std::nullopt;
      return under(header(For), *Body);
    }
    for (const TileStore *Store : Slice.storesOf(S))
      Out.insert(spellingOf(Store->Target, A.Context));
    if (!isa<Expr>(S))
      for (const Stmt *Child : S->children()) {
        std::optional<Elements> Below = elements(Child);
        if (!Below)
          return std::nullopt;
        Out.merge(*Below);
      }
    return Out;
  }

  std::optional<Elements> elements(const IfStmt *If) {
    std::optional<Elements> Then = elements(If->getThen()),
                            Else = elements(If->getElse());
    if (!Then || !Else)
      return std::nullopt;
    Elements Out;
    if (*Then == *Else) {
      Out.merge(*Then);
      Out.merge(*Else);
      return Out;
    }
    if (Values.decidesAnew(If->getCond()))
      return std::nullopt;
    for (const std::string &Each : *Then)
      if (Else->erase(Each))
        Out.insert(Each);
      else
        Out.insert("if (" + spellingOf(If->getCond(), A.Context) + ") " + Each);
    Out.merge(
        under("unless (" + spellingOf(If->getCond(), A.Context) + ")", *Else));
    return Out;
  }

  static Elements under(const std::string &Condition, const Elements &Of) {
    Elements Out;
    for (const std::string &Each : Of)
      Out.insert(Condition + " " + Each);
    return Out;
  }

  std::string header(const ForStmt *For) const {
    auto Text = [&](const Stmt *S) {
      return S ? spellingOf(S, A.Context) : "";
    };
    return "for (" + Text(For->getInit()) + ";" + Text(For->getCond()) + ";" +
           Text(For->getInc()) + ")";
  }

  const LoopAnalysis &A;
  const LoadSlice &Slice; ///< the loop, or the function that it calls
  const VaryingValues &Values;
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
    forEachLoad([&](const Stmt *S) { check(S, nullptr); });
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

  /// \p Guard: the innermost statement that makes the stores below it vary.
  void check(const Stmt *S, const Stmt *Guard) {
    if (!S)
      return;
    if (const LoadCall *C = Slice->findCall(S))
      return inCallee(*C, [&](const Stmt *In) { check(In, Guard); });
    for (const TileStore *Store : Slice->storesOf(S)) {
      // What is collected of a target are the reads of its address, and of the
      // tile.
      const Stmt *Cause =
          Guard || !Values.decidesAnew(Store->Target) ? Guard : S;
      for (Tile &T : A.Facts.Tiles)
        if (Cause && T.Var == Store->Tile && !T.Stale) {
          T.Stale = Cause;
          T.StaleAgain = OfEntries;
        }
    }
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      const Stmt *Inner = Values.decidesAnew(If->getCond()) &&
                                  !StoredElements(A, *Slice, Values).isTotal(If)
                              ? If
                              : Guard;
      check(If->getThen(), Inner);
      return check(If->getElse(), Inner);
    }
    if (const auto *For = dyn_cast<ForStmt>(S))
      return check(For->getBody(), Values.varies(For) ? For : Guard);
    if (!isa<Expr>(S))
      for (const Stmt *Child : S->children())
        check(Child, Guard);
  }

  LoopAnalysis &A;
  const bool OfEntries;
  const LoadSlice *Slice; ///< the loop, or the function that it calls
  VaryingValues Values;
  bool Changed = false;
};

} // namespace

void findStaleStores(LoopAnalysis &A) {
  StaleFinder(A, /*OfEntries=*/false).run();
  if (StaleFinder Again(A, /*OfEntries=*/true); Again.isEnteredAgain())
    Again.run();
}

} // namespace pipeline_rewrite
