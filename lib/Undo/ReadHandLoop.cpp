//===- ReadHandLoop.cpp - What runs ahead, and what computes --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/Assignments.h"
#include "Ast/Counters.h"
#include "Ast/Loops.h"
#include "Ast/Parents.h"
#include "Ast/VariableUses.h"
#include "Undo/ClosedList.h"

using namespace clang;

namespace pipeline_rewrite::undo {
namespace {

const VarDecl *named(const DeclRefExpr *Name) {
  return dyn_cast<VarDecl>(Name->getDecl());
}

template <typename Do> void forEachVariable(const Stmt *S, Do Give) {
  forEach<DeclStmt>(S, [&](const DeclStmt *D) {
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        Give(V);
  });
}

class HandReader {
public:
  HandReader(const KLoop &Loop, const SourceUnit &Unit) : K(Loop) {
    Out.Unit = &Unit;
    Out.Loop = &Loop;
  }

  std::variant<HandLoop, Refusal> run() {
    if (kernel() && header() && parts() && isListed() && tiles())
      variables();
    if (Why)
      return std::move(*Why);
    return std::move(Out);
  }

private:
  bool no(RefusalId Id, std::string Detail, const Stmt *Cause = nullptr) {
    if (!Why)
      Why = refuse(Id, Out, std::move(Detail), Cause);
    return false;
  }

  bool takes(std::optional<Refusal> Of) {
    if (!Why)
      Why = std::move(Of);
    return !Why;
  }

  bool kernel();
  bool header();
  /// Code that runs elsewhere than it stands.
  bool findHidden() const;
  /// A store to a tile, or what only changes \p Ahead.
  bool runsAhead(const Stmt *S) const;
  /// What inner loops of the body count by is the same for each tile.
  void dropInnerCounters() {
    forEach<ForStmt>(K.Body, [&](const ForStmt *For) {
      if (const VarDecl *V = counterOf(*For))
        Out.Ahead.erase(V);
    });
  }

  void findCandidates();
  /// Names of \p V in the first subscript of a tile choose a buffer.
  void dropNamed(const Stmt *S);
  void settleAhead();
  bool parts();
  bool isBarrier(const Stmt *S) const {
    const Leaf::KindOf Of = leafOf(S, Out.context()).Kind;
    return Of == Leaf::Barrier || Of == Leaf::WarpSync;
  }

  bool isAhead(const Stmt *S) const {
    return llvm::any_of(Ahead,
                        [&](const Stmt *Each) { return contains(Each, S); });
  }

  bool isListed();
  bool tiles();
  bool isChangedFromHere(const VarDecl *V) const;
  /// All that loads name, but what is followed, means the same everywhere.
  void variables();
  const KLoop &K;
  HandLoop Out;
  std::vector<const Stmt *> InFront, Behind, Ahead;
  std::optional<Refusal> Why;
};

bool HandReader::kernel() {
  const auto *Body = dyn_cast<CompoundStmt>(K.Function->getBody());
  if (Body != K.Parent)
    return no(RefusalId::HandLoop,
              "it does not stand in the body of a kernel itself");
  auto *To = &InFront;
  for (const Stmt *S : Body->body())
    if (S == K.Whole || S == K.Loop)
      To = &Behind;
    else
      To->push_back(S);
  const ClosedList List(Out);
  return takes(List.findInKernel()) && takes(List.findInText());
}

bool HandReader::header() {
  const auto *For = dyn_cast<ForStmt>(K.Loop);
  const VarDecl *V = Out.Counter = For ? counterOf(*For) : nullptr;
  const Expr *Start = V ? startOf(*For, V) : nullptr;
  const auto Moves = V && For->getInc() && builtinAssignment(For->getInc())
                         ? stepOf(For->getInc(), V)
                         : std::nullopt;
  const auto *Asked =
      For && For->getCond()
          ? dyn_cast<BinaryOperator>(For->getCond()->IgnoreParens())
          : nullptr;
  const auto From = constantValue(Start, Out.context());
  const auto Step = Moves && Moves->Step
                        ? constantValue(Moves->Step, Out.context())
                        : std::optional<int64_t>(1);
  if (!Start || !Moves || Moves->Down || !Asked || !From || *From < 0 ||
      !Step || *Step <= 0 || Asked->getOpcode() != BO_LT ||
      !isNamed(Asked->getLHS()->IgnoreParenImpCasts(), V) ||
      V->getType() != Out.context().IntTy || !isa<DeclStmt>(For->getInit()) ||
      !cast<DeclStmt>(For->getInit())->isSingleDecl())
    return no(RefusalId::HandLoop,
              "it is no 'for (int k = number; k < end; k += number)'");
  Out.Start = *From;
  Out.Step = *Step;
  Out.End = Asked->getRHS()->IgnoreParenImpCasts();
  const ClosedList List(Out);
  if (!List.isEnd(Asked->getRHS()))
    return no(RefusalId::HandLoop,
              "its end is no sum of numbers and of 'int' parameters that never "
              "change",
              Asked);
  if (!List.isNumber(Start) || (Moves->Step && !List.isNumber(Moves->Step)))
    return no(RefusalId::HandLoop, "another build may count otherwise", Asked);
  if (findHidden())
    return no(RefusalId::HandStatement,
              "a lambda or a class of the kernel may use its tiles");
  if (K.Jump || !K.Exits.empty() || findLabel(K.Function->getBody()))
    return no(RefusalId::HandLoop, "it may be left in the middle");
  if (isChanged(K.Body, V))
    return no(RefusalId::HandLoop, "its body changes the counter");
  return true;
}

bool HandReader::findHidden() const {
  bool Found = false;
  forEach<Stmt>(K.Function->getBody(), [&](const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    Found |= isa<LambdaExpr>(S) ||
             (D && llvm::any_of(D->decls(), [](const Decl *Each) {
                return isa<RecordDecl>(Each);
              }));
  });
  return Found;
}

bool HandReader::runsAhead(const Stmt *S) const {
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return runsAhead(A->getSubStmt());
  if (isa<NullStmt>(S))
    return true;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Each) { return runsAhead(Each); });
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return llvm::all_of(D->decls(), [&](const Decl *Each) {
      const auto *V = dyn_cast<VarDecl>(Each);
      return V && Out.Ahead.contains(V);
    });
  const Leaf Of = leafOf(S, Out.context());
  if (Of.Kind != Leaf::Other)
    return Of.Kind != Leaf::Set || Out.Ahead.contains(Of.Var);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() &&
           runsAhead(If->getThen()) &&
           (!If->getElse() || runsAhead(If->getElse()));
  const auto *For = dyn_cast<ForStmt>(S);
  return For && !For->getConditionVariable() && runsAhead(For->getBody());
}

void HandReader::findCandidates() {
  Variables Set, Other;
  const auto Take = [&](const Stmt *S) {
    forEachUse(S, [&](const VariableUse &U) {
      if (!U.Var)
        return;
      if (U.Kind == UseKind::Assign || U.Kind == UseKind::Update)
        Set.insert(U.Var);
      else if (U.Kind != UseKind::Value && U.Kind != UseKind::Bound)
        Other.insert(U.Var);
    });
  };
  for (const Stmt *S : InFront)
    Take(S);
  Take(K.Body);
  forEachVariable(K.Body, [&](const VarDecl *V) { Set.insert(V); });
  for (const VarDecl *V : Set)
    if (!Other.contains(V) && V->hasLocalStorage() && !isa<ParmVarDecl>(V) &&
        V != Out.Counter && !V->getType()->isReferenceType() &&
        !V->getType()->isPointerType() && !V->getType()->isArrayType() &&
        !V->getType().isVolatileQualified())
      Out.Ahead.insert(V);
  dropInnerCounters();
  // Flags that are asked once.
  for (const Stmt *S : InFront)
    forEachVariable(S, [&](const VarDecl *V) {
      if (V->getType()->isBooleanType() && Out.isMoving(V->getInit()))
        Out.Ahead.insert(V);
    });
}

void HandReader::dropNamed(const Stmt *S) {
  llvm::SmallPtrSet<const DeclRefExpr *, 8> Choosing;
  forEach<ArraySubscriptExpr>(S, [&](const ArraySubscriptExpr *E) {
    const ArraySubscriptExpr *Choice = nullptr;
    if (tileOf(E, &Choice) && Choice != E)
      forEach<DeclRefExpr>(Choice->getIdx(), [&](const DeclRefExpr *Name) {
        Choosing.insert(Name);
      });
  });
  forEach<DeclRefExpr>(S, [&](const DeclRefExpr *Name) {
    if (const VarDecl *V = named(Name); V && !Choosing.contains(Name))
      Out.Ahead.erase(V);
  });
  forEachVariable(S, [&](const VarDecl *V) { Out.Ahead.erase(V); });
}

void HandReader::settleAhead() {
  findCandidates();
  size_t Before = 0;
  do {
    Before = Out.Ahead.size();
    for (llvm::ArrayRef<const Stmt *> Each :
         {llvm::ArrayRef(InFront), llvm::ArrayRef(K.Units)})
      for (const Stmt *S : Each)
        if (!runsAhead(S))
          dropNamed(S);
    for (const Stmt *S : Behind)
      dropNamed(S);
    const auto *For = cast<ForStmt>(K.Loop);
    for (const Stmt *S : {static_cast<const Stmt *>(For->getCond()),
                          static_cast<const Stmt *>(For->getInc())})
      dropNamed(S);
  } while (Out.Ahead.size() != Before);
}

bool HandReader::parts() {
  settleAhead();
  for (const Stmt *S : InFront)
    if (!isa<NullStmt>(S) && runsAhead(S))
      Out.Before.push_back(S);
  unsigned First = K.Units.size(), Last = 0;
  for (unsigned U = 0; U < K.Units.size(); ++U) {
    Out.IsKept.push_back(!runsAhead(K.Units[U]));
    if (Out.IsKept[U]) {
      First = std::min(First, U);
      Last = U;
    }
  }
  if (First == K.Units.size())
    return no(RefusalId::HandStatement, "nothing in it computes");
  for (unsigned U = First; U < Last; ++U)
    if (isBarrier(K.Units[U]))
      Out.IsKept[U] = true;
  for (unsigned U = 0; U < K.Units.size(); ++U)
    if (!Out.IsKept[U])
      Ahead.push_back(K.Units[U]);
  llvm::append_range(Ahead, Out.Before);
  return true;
}

bool HandReader::isListed() {
  ClosedList List(Out);
  for (const Stmt *S : InFront)
    if (!takes(List.find(S, isAhead(S) ? Part::Ahead : Part::Front)))
      return false;
  for (const Stmt *S : K.Units)
    if (!takes(List.find(S, isAhead(S) || isBarrier(S) ? Part::Ahead
                                                       : Part::Sums)))
      return false;
  return true;
}

bool HandReader::tiles() {
  for (const Stmt *S : Ahead)
    forEach<Stmt>(S, [&](const Stmt *Each) {
      const Leaf Of = leafOf(Each, Out.context());
      if (Of.Kind == Leaf::Fill)
        Out.Tiles[Of.Var] = false;
    });
  if (Out.Tiles.empty())
    return no(RefusalId::HandStatement, "no statement of it fills a tile");
  forEach<ArraySubscriptExpr>(K.Body, [&](const ArraySubscriptExpr *E) {
    const ArraySubscriptExpr *Choice = nullptr;
    const VarDecl *V = tileOf(E, &Choice);
    if (V && Choice != E && Out.Tiles.count(V) &&
        Out.isMoving(Choice->getIdx()))
      Out.Tiles[V] = true;
  });
  forEach<DeclRefExpr>(K.Function->getBody(), [&](const DeclRefExpr *Name) {
    if (Out.Tiles.count(named(Name)) && !isAhead(Name) &&
        !contains(K.Body, Name))
      no(RefusalId::HandStatement, "a tile is used outside of it", Name);
  });
  return !Why;
}

bool HandReader::isChangedFromHere(const VarDecl *V) const {
  bool Begun = false;
  for (const Stmt *S : InFront) {
    Begun |= llvm::is_contained(Out.Before, S);
    if (Begun && isChanged(S, V))
      return true;
  }
  return isChanged(K.Body, V);
}

void HandReader::variables() {
  std::vector<const Stmt *> Of = Ahead;
  Of.push_back(Out.End);
  for (const Stmt *S : Of) {
    Variables Own;
    forEachVariable(S, [&](const VarDecl *V) { Own.insert(V); });
    forEach<DeclRefExpr>(S, [&](const DeclRefExpr *Name) {
      const VarDecl *V = named(Name);
      if (!V || Own.contains(V) || V == Out.Counter || Out.Ahead.contains(V) ||
          Out.Tiles.count(V) || !V->isLocalVarDeclOrParm() ||
          V->hasAttr<CUDASharedAttr>())
        return;
      if (isChangedFromHere(V))
        no(RefusalId::HandVariable,
           "'" + V->getNameAsString() + "', which a load names, may change",
           Name);
    });
  }
}

} // namespace

std::variant<HandLoop, Refusal> readHandLoop(const KLoop &Loop,
                                             const SourceUnit &Unit) {
  return HandReader(Loop, Unit).run();
}

} // namespace pipeline_rewrite::undo
