//===- HandLoop.cpp - The parts of a loop that is pipelined by hand
//--------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/HandLoop.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/Assignments.h"
#include "Ast/Counters.h"
#include "Ast/Loops.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Ast/VariableUses.h"
#include "Lint/PipelineEvents.h"
#include "Match/DeviceFunctions.h"

using namespace clang;

namespace pipeline_rewrite::undo {

Refusal refuse(RefusalId Id, const KLoop &Loop, const SourceUnit &Unit,
               std::string Detail, const Stmt *Cause) {
  Refusal R{Id, Unit.place(Loop.Loop->getBeginLoc()), std::move(Detail), {}};
  if (Cause)
    R.Notes.push_back({Unit.place(Cause->getBeginLoc()), "here"});
  return R;
}

bool HandLoop::isBarrier(unsigned U) const {
  return isBlockBarrier(Loop->Units[U]);
}

namespace {

bool isShared(const VarDecl *V) { return V->hasAttr<CUDASharedAttr>(); }

/// Everything of a kind below \p S.
template <typename Kind, typename Do> void forEach(const Stmt *S, Do Give) {
  if (!S)
    return;
  if (const auto *K = dyn_cast<Kind>(S))
    Give(K);
  for (const Stmt *Child : S->children())
    forEach<Kind>(Child, Give);
}

const VarDecl *variableIn(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Name =
      E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  return Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
}

class Divider {
public:
  Divider(const KLoop &K, const SourceUnit &Unit)
      : K(K), Unit(Unit), Body(K.Function->getBody()),
        Collector(K.Function, K.Loop) {
    Out.Unit = &Unit;
    Out.Loop = &K;
  }

  std::variant<HandLoop, Refusal> run(const HandLoop *From) {
    if (!header())
      return std::move(*Why);
    for (const Stmt *S : K.Units)
      findTiles(S);
    if (From)
      takePlain(*From);
    else
      findAhead();
    if (!divide(From != nullptr) || !checkLoads() || !checkNames())
      return std::move(*Why);
    return std::move(Out);
  }

private:
  bool no(RefusalId Id, std::string Detail, const Stmt *Cause = nullptr) {
    if (!Why)
      Why = refuse(Id, K, Unit, std::move(Detail), Cause);
    return false;
  }

  bool header() {
    const auto *For = dyn_cast<ForStmt>(K.Loop);
    const VarDecl *V = For ? counterOf(*For) : nullptr;
    const Expr *Start = V ? startOf(*For, V) : nullptr;
    const auto Moves =
        V && For->getInc() ? stepOf(For->getInc(), V) : std::nullopt;
    Out.Around = dyn_cast_or_null<CompoundStmt>(K.Parent);
    if (!Start || !Moves || Moves->Down || !For->getCond() || !Out.Around ||
        For->getConditionVariable() || !builtinAssignment(For->getInc()))
      return no(RefusalId::HandLoop,
                "it is no 'for (k = start; condition; k += step)' in a block");
    const auto *Asked =
        dyn_cast<BinaryOperator>(For->getCond()->IgnoreParenImpCasts());
    if (!V->hasLocalStorage() || !V->getType()->isSignedIntegerType() ||
        Out.context().getIntWidth(V->getType()) < 32 || !Asked ||
        !Asked->isRelationalOp() || variableIn(Asked->getLHS()) != V)
      return no(RefusalId::HandLoop, "its counter is no 'int' that is compared "
                                     "with an end");
    if (K.Jump || !K.Exits.empty() || findLabel(Body))
      return no(RefusalId::HandLoop, "it may be left in the middle");
    if (const auto *D = dyn_cast<DeclStmt>(For->getInit());
        D ? !D->isSingleDecl()
          : !builtinAssignment(dyn_cast<Stmt>(For->getInit())))
      return no(RefusalId::HandLoop, "its header sets several variables");
    Out.Counter.Var = V;
    Out.Counter.Condition = For->getCond();
    Out.Start = Start;
    Out.Step = Moves->Step;
    for (const Expr *E : {For->getCond(), Start, Moves->Step})
      if (E && !Collector.collect(E).Accesses.empty())
        return no(RefusalId::HandLoop, "its header reads memory", E);
    return true;
  }

  void findTiles(const Stmt *S) {
    forEach<DeclRefExpr>(S, [&](const DeclRefExpr *Name) {
      if (const auto *V = dyn_cast<VarDecl>(Name->getDecl());
          V && isShared(V) && V->getType()->isArrayType())
        Out.Tiles[V] = false;
    });
  }

  /// Arrays of arrays whose every use chooses one by what is no thread's.
  void findRings() {
    for (auto &Each : Out.Tiles) {
      const VarDecl *V = Each.first;
      const auto *Array = Out.context().getAsConstantArrayType(V->getType());
      if (!isShared(V) || !V->isLocalVarDecl() || !Array ||
          !Array->getElementType()->isArrayType())
        continue;
      std::vector<const ArraySubscriptExpr *> Of;
      bool IsChosen = false, IsOther = false;
      forEach<ArraySubscriptExpr>(Body, [&](const ArraySubscriptExpr *E) {
        if (variableIn(E->getBase()) != V)
          return;
        Of.push_back(E);
        forEach<DeclRefExpr>(E->getIdx(), [&](const DeclRefExpr *Name) {
          const auto *Index = dyn_cast<VarDecl>(Name->getDecl());
          const bool Turns =
              Index && (Index == Out.Counter.Var || isCandidate(Index));
          IsChosen |= Turns;
          // In front of the loop a loop of its own may count them.
          IsOther |=
              !Turns && contains(K.Loop, E) && !fixedValue(Name, Out.context());
        });
        IsOther |= Collector.collect(E->getIdx()).readsGlobal();
      });
      const auto *Other =
          findMention(Body, V, nullptr, [&](const DeclRefExpr *Name) {
            return llvm::none_of(Of, [&](const ArraySubscriptExpr *E) {
              return contains(E->getBase(), Name);
            });
          });
      Each.second = IsChosen && !IsOther && !Other;
      if (Each.second)
        llvm::append_range(Out.Choices, Of);
    }
  }

  /// A local that the loop changes, or that it declares.
  bool isCandidate(const VarDecl *V) const {
    return V->hasLocalStorage() && !isa<ParmVarDecl>(V) && !isShared(V) &&
           V != Out.Counter.Var && !V->getType()->isReferenceType() &&
           Candidates.contains(V);
  }

  void findCandidates() {
    const auto Take = [&](const Stmt *S) {
      forEachUse(S, [&](const VariableUse &U) {
        if (U.Kind != UseKind::Value && U.Var)
          Candidates.insert(U.Var);
      });
      for (const VarDecl *V : Collector.collect(S).Writes)
        Candidates.insert(V);
    };
    for (const Stmt *S : K.Units)
      Take(S);
    for (const Stmt *S : K.Units)
      forEach<DeclStmt>(S, [&](const DeclStmt *D) {
        for (const Decl *Each : D->decls())
          if (const auto *V = dyn_cast<VarDecl>(Each))
            Candidates.insert(V);
      });
    for (const Stmt *S : K.Units)
      forEach<ForStmt>(S, [&](const ForStmt *For) {
        if (const VarDecl *V = counterOf(*For))
          Candidates.erase(V);
      });
    // What a statement in front has of its own, and answers to whether there
    // is a tile at all.
    for (const Stmt *S : Out.Around->body()) {
      if (S == K.Whole || S == K.Loop)
        break;
      forEach<DeclStmt>(S, [&](const DeclStmt *D) {
        for (const Decl *Each : D->decls())
          if (const auto *V = dyn_cast<VarDecl>(Each);
              V && (D != S || V->getType()->isBooleanType()))
            Candidates.insert(V);
      });
      forEach<ForStmt>(S, [&](const ForStmt *For) {
        if (const VarDecl *V = counterOf(*For); V && declarationOf(V, For))
          Candidates.erase(V);
      });
    }
  }

  /// What nothing names but loads, and the choice of a buffer: the most that
  /// agrees with itself.
  void findAhead() {
    findCandidates();
    findRings();
    for (const VarDecl *V : Candidates)
      if (isCandidate(V))
        Out.Ahead.insert(V);
    bool Changed = true;
    while (Changed) {
      Changed = false;
      std::vector<const Stmt *> Loads;
      for (const Stmt *S : K.Units)
        if (isLoad(S))
          Loads.push_back(S);
      for (const Stmt *S : Out.Around->body()) {
        if (S == K.Whole || S == K.Loop)
          break;
        if (isLoad(S))
          Loads.push_back(S);
      }
      const std::vector<const VarDecl *> All(Out.Ahead.begin(),
                                             Out.Ahead.end());
      for (const VarDecl *V : All)
        if (findMention(Body, V, nullptr, [&](const DeclRefExpr *Name) {
              return llvm::none_of(
                         Loads,
                         [&](const Stmt *S) { return contains(S, Name); }) &&
                     llvm::none_of(Out.Choices,
                                   [&](const ArraySubscriptExpr *E) {
                                     return contains(E->getIdx(), Name);
                                   });
            })) {
          Out.Ahead.erase(V);
          Changed = true;
        }
    }
  }

  /// In the plain loop what stands in front of the first barrier.
  void takePlain(const HandLoop &From) {
    for (unsigned U = 0; U < K.Units.size() && !isBlockBarrier(K.Units[U]);
         ++U) {
      forEach<DeclStmt>(K.Units[U], [&](const DeclStmt *D) {
        for (const Decl *Each : D->decls())
          if (const auto *V = dyn_cast<VarDecl>(Each))
            Out.Ahead.insert(V);
      });
      for (const VarDecl *V : Collector.collect(K.Units[U]).Writes)
        Out.Ahead.insert(V);
    }
  }

  /// Goes away whole when the loop is plain.
  bool isLoad(const Stmt *S) {
    if (isa<NullStmt>(S) || isBlockBarrier(S))
      return true;
    if (const auto *A = dyn_cast<AttributedStmt>(S))
      return isLoad(A->getSubStmt());
    if (const auto *Block = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Block->body(),
                          [&](const Stmt *Each) { return isLoad(Each); });
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return llvm::all_of(D->decls(), [&](const Decl *Each) {
        const auto *V = dyn_cast<VarDecl>(Each);
        return V && Out.Ahead.contains(V) && !readsTiles(D);
      });
    const std::vector<PipelineEvent> Events = eventsOf(S, Out.context());
    const auto Has = [&](EventKind Kind) {
      return llvm::any_of(
          Events, [&](const PipelineEvent &E) { return E.Kind == Kind; });
    };
    if (Has(EventKind::Opaque) || Has(EventKind::Read))
      return false;
    if (const auto *If = dyn_cast<IfStmt>(S))
      if (!If->getInit() && !If->getConditionVariable() &&
          isLoad(If->getThen()) && (!If->getElse() || isLoad(If->getElse())))
        return true;
    if (const auto *For = dyn_cast<ForStmt>(S); For && Has(EventKind::Commit))
      return isLoad(For->getBody());
    if (const auto *Call = dyn_cast<CallExpr>(S);
        Call && (Has(EventKind::Commit) || Has(EventKind::Wait)))
      return true;
    if (Has(EventKind::Commit) || Has(EventKind::Wait))
      return false;
    if (isWarpSync(S))
      return true;
    const Effects E = Collector.collect(S);
    if (Has(EventKind::Barrier) || E.Barrier || E.OtherBarrier || E.Fence ||
        E.WarpSync || E.Moment)
      return false;
    bool Fills = false;
    for (const PipelineEvent &Each : Events)
      if (Each.Kind == EventKind::Write || Each.Kind == EventKind::Copy) {
        if (!Out.Tiles.count(Each.Element.Array))
          return false;
        Fills = true;
      }
    for (const Access &Acc : E.Accesses)
      if (Acc.Write && !(Acc.Where == Space::Shared && Acc.Root &&
                         Out.Tiles.count(Acc.Root) && Fills))
        return false;
    bool Sets = false;
    for (const VarDecl *V : E.Writes)
      if (Out.Ahead.contains(V))
        Sets = true;
      else if (!contains(S, declarationOf(V, S)))
        return false;
    return (Fills || Sets) && isa<Expr, ForStmt, IfStmt>(S);
  }

  static const Stmt *declarationOf(const VarDecl *V, const Stmt *In) {
    const Stmt *Found = nullptr;
    forEach<DeclStmt>(In, [&](const DeclStmt *D) {
      if (llvm::is_contained(D->decls(), V))
        Found = D;
    });
    return Found;
  }

  bool readsTiles(const Stmt *S) {
    const Effects E = Collector.collect(S);
    return E.reads(Space::Shared) || E.writes(Space::Shared) || E.anything() ||
           E.Async;
  }

public:
  static bool isWarpSync(const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    return F && F->getIdentifier() && F->getName() == "__syncwarp" &&
           isSystem(F) &&
           (Call->getNumArgs() == 0 ||
            llvm::all_of(Call->arguments(), [](const Expr *A) {
              return isa<CXXDefaultArgExpr>(A);
            }));
  }

private:
  bool mentionsAny(const Stmt *S) {
    for (const auto &[V, IsRing] : Out.Tiles)
      if (findMention(S, V))
        return true;
    return llvm::any_of(Out.Ahead, [&](const VarDecl *V) {
      return findMention(S, V) != nullptr;
    });
  }

  /// Declares what is used ahead, with a number or with nothing: where it
  /// stands does not matter.
  bool isFreeDeclaration(const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    return D && llvm::all_of(D->decls(), [&](const Decl *Each) {
             const auto *V = dyn_cast<VarDecl>(Each);
             return V && Out.Ahead.contains(V) &&
                    (!V->getInit() ||
                     V->getInit()->isIntegerConstantExpr(Out.context()));
           });
  }

  bool divide(bool IsPlain) {
    bool Fills = false, Computes = false;
    for (const Stmt *S : K.Units) {
      Out.IsLoad.push_back(isLoad(S));
      if (!Out.IsLoad.back()) {
        Computes = true;
        if (K.ConditionalBarrier && contains(S, K.ConditionalBarrier))
          return no(RefusalId::HandBarrier,
                    "a barrier stands under a condition", K.ConditionalBarrier);
        if (isChanged(S, Out.Counter.Var))
          return no(RefusalId::HandVariable, "its body changes its counter", S);
        for (const PipelineEvent &E : eventsOf(S, Out.context()))
          if (E.Kind == EventKind::Copy || E.Kind == EventKind::Commit ||
              E.Kind == EventKind::Wait)
            return no(RefusalId::HandStatement,
                      "copies start or are waited for beside the computation",
                      E.At);
      } else if (Collector.collect(S).writes(Space::Shared) ||
                 Collector.collect(S).Async) {
        Fills = true;
      }
    }
    if (!Fills || !Computes)
      return no(RefusalId::HandStatement,
                "which statements fill its tiles is not seen");
    return IsPlain || divideBefore();
  }

  bool divideBefore() {
    std::vector<const Stmt *> All;
    for (const Stmt *S : Out.Around->body()) {
      if (S == K.Whole || S == K.Loop)
        break;
      All.push_back(S);
    }
    size_t First = 0;
    while (First < All.size() &&
           !(isLoad(All[First]) && !isBlockBarrier(All[First]) &&
             !isa<NullStmt>(All[First]) && !isFreeDeclaration(All[First])))
      ++First;
    for (size_t I = 0; I < First; ++I)
      if (isFreeDeclaration(All[I]))
        Out.Before.push_back(All[I]);
    for (size_t I = First; I < All.size(); ++I) {
      if (isLoad(All[I]) && !isa<NullStmt>(All[I])) {
        Out.Before.push_back(All[I]);
        continue;
      }
      const Effects E = Collector.collect(All[I]);
      const bool Declares = isa<DeclStmt>(All[I]);
      if (!E.isPure() || E.anything() || E.WarpSync || E.Async || E.Moment ||
          E.UnknownConstruct || mentionsOthersOf(All[I]) ||
          (!Declares && mentionsAny(All[I])) ||
          llvm::any_of(E.Accesses, [](const Access &A) {
            return A.Write || A.Where == Space::Shared;
          }))
        return no(RefusalId::HandStatement,
                  "a statement between its first load and the loop does more "
                  "than to set variables of its own",
                  All[I]);
      Beside.push_back(All[I]);
    }
    if (First == All.size())
      return no(RefusalId::HandStatement,
                "nothing is loaded in front of the loop");
    return true;
  }

  bool mentionsOthersOf(const Stmt *S) {
    for (const auto &[V, IsRing] : Out.Tiles)
      if (findMention(S, V))
        return true;
    return false;
  }

  /// What loads and the header name keeps its value, from the first load to the
  /// end of the loop.
  bool checkLoads() {
    llvm::SmallPtrSet<const VarDecl *, 16> Named;
    const auto Take = [&](const Stmt *S) {
      forEach<DeclRefExpr>(S, [&](const DeclRefExpr *Name) {
        if (const auto *V = dyn_cast<VarDecl>(Name->getDecl()))
          Named.insert(V);
      });
    };
    for (size_t U = 0; U < K.Units.size(); ++U)
      if (Out.IsLoad[U])
        Take(K.Units[U]);
    for (const Stmt *S : Out.Before)
      Take(S);
    for (const Expr *E : {Out.Counter.Condition, Out.Start, Out.Step})
      if (E)
        Take(E);
    for (const VarDecl *V : Named) {
      if (V->hasLocalStorage() && !V->getType()->isReferenceType() &&
          !checkUses(V))
        return false;
      if (V->getType()->isReferenceType() || V->isStaticLocal() ||
          V->getType().isVolatileQualified())
        if (!Out.Tiles.count(V))
          return no(RefusalId::HandVariable,
                    "'" + V->getNameAsString() +
                        "' may be another name for something else");
    }
    return true;
  }

  /// No other name leads to \p V, and nothing but loads changes it.
  bool checkUses(const VarDecl *V) {
    const Stmt *Other = nullptr;
    forEachUse(Body, [&](const VariableUse &U) {
      if (U.Var == V &&
          (U.Kind == UseKind::Alias || U.Kind == UseKind::Captured ||
           (!V->getType()->isArrayType() && !V->getType()->isRecordType() &&
            (U.Kind == UseKind::Given || U.Kind == UseKind::Change))))
        Other = U.At;
    });
    if (Other)
      return no(RefusalId::HandVariable,
                "'" + V->getNameAsString() + "' has another name", Other);
    if (Out.Ahead.contains(V) || V == Out.Counter.Var || Out.Tiles.count(V))
      return true;
    for (size_t U = 0; U < K.Units.size(); ++U)
      if (isChanged(K.Units[U], V) &&
          !contains(K.Units[U], declarationOf(V, K.Units[U])))
        return no(RefusalId::HandVariable,
                  "its loads name '" + V->getNameAsString() +
                      "', which the loop changes",
                  K.Units[U]);
    for (const Stmt *S : Beside)
      if (isChanged(S, V))
        return no(RefusalId::HandVariable,
                  "its loads name '" + V->getNameAsString() +
                      "', which changes in front of the loop",
                  S);
    return true;
  }

  /// A name is one variable; tiles are named nowhere else.
  bool checkNames() {
    std::map<std::string, const VarDecl *> Names;
    const VarDecl *Twice = nullptr;
    const auto Take = [&](const Stmt *S) {
      forEach<DeclRefExpr>(S, [&](const DeclRefExpr *Name) {
        const auto *V = dyn_cast<VarDecl>(Name->getDecl());
        if (V && !isDeclaredInside(V) &&
            Names.try_emplace(V->getNameAsString(), V).first->second != V)
          Twice = V;
      });
    };
    for (size_t U = 0; U < K.Units.size(); ++U)
      if (Out.IsLoad[U])
        Take(K.Units[U]);
    for (const Stmt *S : Out.Before)
      Take(S);
    Take(Out.Counter.Condition);
    if (Twice)
      return no(RefusalId::HandVariable, "two variables that its loads name "
                                         "are called '" +
                                             Twice->getNameAsString() + "'");
    for (const auto &[V, IsRing] : Out.Tiles)
      if (const auto *Else = findMention(Body, V, K.Whole ? K.Whole : K.Loop,
                                         [&](const DeclRefExpr *Name) {
                                           return llvm::none_of(
                                               Out.Before, [&](const Stmt *S) {
                                                 return contains(S, Name);
                                               });
                                         }))
        return no(RefusalId::HandStatement,
                  "'" + V->getNameAsString() +
                      "' is used outside of the loop and its loads",
                  Else);
    return true;
  }

  /// What it holds is known, or where: its name says nothing.
  bool isDeclaredInside(const VarDecl *V) const {
    const auto In = [&](const Stmt *S) { return declarationOf(V, S); };
    return Out.Ahead.contains(V) || llvm::any_of(K.Units, In) ||
           llvm::any_of(Out.Before, In);
  }

  const KLoop &K;
  const SourceUnit &Unit;
  const Stmt *const Body;
  EffectsCollector Collector;
  HandLoop Out;
  std::optional<Refusal> Why;
  llvm::SmallPtrSet<const VarDecl *, 16> Candidates;
  std::vector<const Stmt *> Beside; ///< what stays between loads and loop
};

} // namespace

std::variant<HandLoop, Refusal> divideLoop(const KLoop &Loop,
                                           const SourceUnit &Unit) {
  return Divider(Loop, Unit).run(nullptr);
}

std::variant<HandLoop, Refusal> dividePlainLoop(const KLoop &Loop,
                                                const SourceUnit &Unit,
                                                const HandLoop &From) {
  return Divider(Loop, Unit).run(&From);
}

} // namespace pipeline_rewrite::undo
