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
#include "Analyse/Host/KernelMentions.h"
#include "Analyse/Numbers/VaryingValues.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Ast/MacroNames.h"
#include "Ast/OnceBlock.h"
#include "Ast/Parents.h"
#include "Ast/Spelling.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Names of other kinds than variables.
bool declaresOthers(const Stmt *S) {
  return findBelow<DeclStmt>(S, [](const DeclStmt *D) {
    return llvm::any_of(D->decls(),
                        [](const Decl *Each) { return !isa<VarDecl>(Each); });
  });
}

/// \p D, or an enumerator of it, gives a name in \p Texts another meaning.
bool givesName(const Decl *D, const std::set<std::string> &Texts,
               const LangOptions &Language) {
  if (const auto *Enum = dyn_cast<EnumDecl>(D))
    for (const Decl *Each : Enum->enumerators())
      if (givesName(Each, Texts, Language))
        return true;
  const auto *Named = dyn_cast<NamedDecl>(D);
  return Named && llvm::any_of(Texts, [&](llvm::StringRef Text) {
           return !Named->getIdentifier() ||
                  hasWord(Text, Named->getName(), Language);
         });
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
    Deciders.clear();
    ReadsMemory = InMacros = false;
    IgnoresGuards = true;
    std::optional<Elements> All = elements(If);
    IgnoresGuards = false;
    if (!All || hides(If, *All))
      return false;
    llvm::SmallPtrSet<const VarDecl *, 16> Own;
    addDeclared(If, Own);
    // Words that a macro stands for are not seen.
    if (InMacros &&
        (declaresOthers(If) || llvm::any_of(Deciders, [&](const VarDecl *V) {
           return Own.contains(V);
         })))
      return false;
    std::optional<Elements> Then = elements(If->getThen()),
                            Else = elements(If->getElse());
    Elements Once;
    if (Then && Else)
      std::set_symmetric_difference(Then->begin(), Then->end(), Else->begin(),
                                    Else->end(),
                                    std::inserter(Once, Once.end()));
    if (Then && Else && (hides(If, *Then) || hides(If, *Else)))
      return false;
    if (Then && Else && Once.empty())
      return true;
    if (InMacros || moves(If, Own))
      return false;
    return (Then && Else && areFilled(Once, Before)) || areFilled(*All, Before);
  }

private:
  /// What a statement stores to whatever the tile: a target as it is spelled,
  /// with the guards and loops around it that are the same for every tile.
  using Elements = std::set<std::string>;

  bool areFilled(Elements &Of, llvm::ArrayRef<const Stmt *> Before) {
    for (const Stmt *S : llvm::reverse(Before))
      if (Of.empty() || !eraseFilled(S, Of))
        break;
    return Of.empty();
  }

  /// Something that decides which elements they are has another value after it.
  bool moves(const Stmt *S,
             const llvm::SmallPtrSetImpl<const VarDecl *> &Own) const {
    const Effects E = A.Collector.collect(S);
    return E.anything() || E.writes(Space::Unknown) ||
           llvm::any_of(Deciders, [&](const VarDecl *V) {
             return !Own.contains(V) && E.writesVar(V);
           });
  }

  /// Takes off what \p S stores to; false if the spellings may have meant
  /// other elements there, or if something may jump past it.
  bool eraseFilled(const Stmt *S, Elements &From) {
    if (ReadsMemory || isa<SwitchCase>(S) || findLabel(S))
      return false;
    llvm::SmallPtrSet<const VarDecl *, 16> Own;
    addDeclared(S, Own);
    if (moves(S, Own) || hides(S, From))
      return false;
    for (const std::string &Each : elements(S).value_or(Elements()))
      From.erase(Each);
    return true;
  }

  /// Gives a name that \p Of are spelled with another meaning. The counters of
  /// its loops are part of the spelling.
  bool hides(const Stmt *S, const Elements &Of) const {
    const auto *For = dyn_cast_or_null<ForStmt>(S);
    if (const auto *D = dyn_cast_or_null<DeclStmt>(S))
      for (const Decl *Each : D->decls())
        if (givesName(Each, Of, A.Context.getLangOpts()))
          return true;
    return S && llvm::any_of(S->children(), [&](const Stmt *Child) {
             return (!For || Child != For->getInit()) && hides(Child, Of);
           });
  }

  /// \p S as it is spelled; nullopt for words that may mean something else
  /// although nothing hides them.
  std::optional<std::string> wordsOf(const Stmt *S) {
    std::string Text = S ? spellingOf(S, A.Context) : "";
    InMacros |= namesMacro(Text, A.Unit.preprocessor());
    const llvm::StringRef Words = Text;
    if (!llvm::all_of(Words, llvm::isPrint) || Words.contains("//") ||
        Words.contains("/*") || Words.contains("__") ||
        Words.find_first_of("\\\"'") != llvm::StringRef::npos)
      return std::nullopt;
    return Text;
  }

  /// What decides which elements are stored to.
  void addDecider(const Stmt *S, const VarDecl *Tile = nullptr) {
    if (!S)
      return;
    const Effects E = A.Collector.collect(S);
    Deciders.insert_range(E.Reads);
    ReadsMemory |= llvm::any_of(E.Accesses, [&](const Access &Acc) {
      return Acc.Read && (!Tile || Acc.Root != Tile);
    });
  }

  /// nullopt if that differs between tiles, or is not known.
  std::optional<Elements> elements(const Stmt *S) {
    Elements Out;
    if (!S)
      return Out;
    // What a function stores is not compared, nor what may end half-way.
    if (Slice.findCall(S) ||
        (isLoopStatement(S) && !isa<ForStmt>(S) && !onceBlock(S)) ||
        isa<SwitchStmt, LabelStmt, BreakStmt, ContinueStmt, GotoStmt,
            ReturnStmt>(S))
      return std::nullopt;
    if (const auto *If = dyn_cast<IfStmt>(S))
      return elements(If);
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      std::optional<Elements> Body = elements(For->getBody());
      if (!Body || Body->empty())
        return Body;
      if (Values.varies(For))
        return std::nullopt;
      addDecider(For->getInit());
      addDecider(For->getCond());
      addDecider(For->getInc());
      const auto Init = wordsOf(For->getInit()), Cond = wordsOf(For->getCond()),
                 Inc = wordsOf(For->getInc());
      if (!Init || !Cond || !Inc)
        return std::nullopt;
      return under("for (" + *Init + ";" + *Cond + ";" + *Inc + ")", *Body);
    }
    for (const TileStore *Store : Slice.storesOf(S)) {
      addDecider(Store->Target, Store->Tile);
      auto Target = wordsOf(Store->Target);
      if (!Target)
        return std::nullopt;
      Out.insert(std::move(*Target));
    }
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
    if (IgnoresGuards || *Then == *Else) {
      Out.merge(*Then);
      Out.merge(*Else);
      return Out;
    }
    if (Values.decidesAnew(If->getCond()))
      return std::nullopt;
    addDecider(If->getCond());
    const auto Cond = wordsOf(If->getCond());
    if (!Cond)
      return std::nullopt;
    for (const std::string &Each : *Then)
      Out.insert(Else->erase(Each) ? Each : "if (" + *Cond + ") " + Each);
    Out.merge(under("unless (" + *Cond + ")", *Else));
    return Out;
  }

  static Elements under(const std::string &Condition, const Elements &Of) {
    Elements Out;
    for (const std::string &Each : Of)
      Out.insert(Condition + " " + Each);
    return Out;
  }

  const LoopAnalysis &A;
  const LoadSlice &Slice; ///< the loop, or the function that it calls
  const VaryingValues &Values;
  llvm::SmallPtrSet<const VarDecl *, 16> Deciders;
  bool ReadsMemory = false;   ///< what decides as well
  bool InMacros = false;      ///< some of the words that are compared
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
      if (UnderVarying || Values.varies(C.argument(I)) ||
          Values.readsTile(C.argument(I)))
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
            V && (UnderVarying || Values.varies(V->getInit()) ||
                  Values.readsTile(V->getInit()))) {
          Changed |= Values.add(V);
          propagate(V->getInit(), /*UnderVarying=*/true);
        }
      return;
    }
    if (!UnderVarying && !Values.varies(S) && !Values.readsTile(S))
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

  /// Which element, the tile of this iteration says.
  bool readsOtherTile(const TileStore &Store) const {
    return llvm::any_of(
        A.Collector.collect(Store.Target).Accesses, [&](const Access &Acc) {
          return Acc.Read && Acc.Where == Space::Shared &&
                 Acc.Root != Store.Tile && A.Facts.findTile(Acc.Root);
        });
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
      const Stmt *Cause = Guard || !(Values.decidesAnew(Store->Target) ||
                                     readsOtherTile(*Store))
                              ? Guard
                              : S;
      for (Tile &T : A.Facts.Tiles)
        if (Cause && T.Var == Store->Tile && !T.Stale) {
          T.Stale = Cause;
          T.StaleAgain = OfEntries;
        }
    }
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      llvm::SaveAndRestore Outside(Before);
      if (If->getInit() || If->getConditionVariable())
        Before.clear(); // names that it may hide
      Before.push_back(If->getCond());
      const Stmt *Inner =
          Values.decidesAnew(If->getCond()) &&
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
