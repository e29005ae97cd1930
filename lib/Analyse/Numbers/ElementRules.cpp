//===- ElementRules.cpp - Do two stores reach one element of an array? ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/ElementRules.h"
#include "Analyse/Builds/MadeOf.h"
#include "Analyse/Memory/HeldPointers.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Ast/Parents.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/FoldingSet.h"

using namespace clang;

namespace pipeline_rewrite {

/// A sum: a constant and terms with factors.
struct ElementRules::Sum {
  int64_t Constant = 0;
  std::vector<std::pair<llvm::FoldingSetNodeID, int64_t>> Terms;

  void add(llvm::FoldingSetNodeID Term, int64_t Factor) {
    for (auto &[Known, Count] : Terms)
      if (Known == Term) {
        Count += Factor;
        return;
      }
    Terms.push_back({std::move(Term), Factor});
  }
};

bool ElementRules::mayMeet(const TileStore &Copy,
                           const TileStore &Later) const {
  if (areArms(Body, Copy.Statement, Later.Statement))
    return false;
  auto Around = loopsAround(Copy.Statement);
  if (Around != loopsAround(Later.Statement))
    return true;
  const int64_t Bytes =
      std::max(sizeOf(Copy.Target->getType()), sizeOf(Later.Target->getType()));
  return !areApart(placeOf(Copy.Target), placeOf(Later.Target), Bytes,
                   Around.empty() ? Body : Around.back());
}

bool ElementRules::mayMeetInAnyRound(const TileStore &Copy,
                                     const TileStore &Other) const {
  auto Around = loopsAround(Copy.Statement);
  if (Around.empty() && loopsAround(Other.Statement).empty())
    return mayMeet(Copy, Other);
  // A guarded copy and the fill in its other case.
  return Around != loopsAround(Other.Statement) ||
         !areArms(Around.back(), Copy.Statement, Other.Statement) ||
         !areSame(placeOf(Copy.Target), placeOf(Other.Target), Around.back()) ||
         mayRepeat(Copy);
}

/// Only one of them runs.
bool ElementRules::areArms(const Stmt *S, const Stmt *One, const Stmt *Other) {
  return findBelow<IfStmt>(S, [&](const IfStmt *If) {
    return (contains(If->getThen(), One) && contains(If->getElse(), Other)) ||
           (contains(If->getElse(), One) && contains(If->getThen(), Other));
  });
}

llvm::SmallVector<const Stmt *, 4>
ElementRules::loopsAround(const Stmt *Inner) const {
  llvm::SmallVector<const Stmt *, 4> Loops;
  for (const Stmt *S = Body; S && S != Inner;) {
    if (S != Body && isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S) &&
        !onceBlock(S))
      Loops.push_back(S);
    const Stmt *Next = nullptr;
    for (const Stmt *Child : S->children())
      if (contains(Child, Inner)) {
        Next = Child;
        break;
      }
    S = Next;
  }
  return Loops;
}

ElementRules::Place ElementRules::placeOf(const Expr *E) const {
  Place P;
  walk(E, P);
  return P;
}

/// Appends what \p E does to its root, outermost first.
void ElementRules::walk(const Expr *E, Place &P) const {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    P.Root = Ref->getDecl();
    followPointer(P);
  } else if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow()) {
    walk(M->getBase(), P);
    P.Steps.push_back({dyn_cast<FieldDecl>(M->getMemberDecl()), {}, 0});
  } else if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
    walk(S->getBase(), P);
    addIndex(P, S->getBase(), S->getIdx(), S->getType());
  } else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf)) {
    walk(U->getSubExpr(), P);
  } else if (const auto *B = dyn_cast<BinaryOperator>(E);
             B && B->getOpcode() == BO_Add &&
             B->getLHS()->getType()->isPointerType()) {
    walk(B->getLHS(), P);
    addIndex(P, B->getLHS(), B->getRHS(), B->getType()->getPointeeType());
  } else {
    P.Root = nullptr;
    P.Steps.push_back({});
  }
}

/// An index on a pointer adds to what made the pointer, one on an array goes
/// into it.
void ElementRules::addIndex(Place &P, const Expr *Base, const Expr *Index,
                            QualType Of) const {
  const int64_t Bytes = sizeOf(Of);
  if (!Base->IgnoreParenImpCasts()->getType()->isArrayType() &&
      !P.Steps.empty() && !P.Steps.back().Field &&
      P.Steps.back().Bytes == Bytes)
    P.Steps.back().Indices.push_back(Index);
  else
    P.Steps.push_back({nullptr, {Index}, Bytes});
}

/// A local pointer that is never changed stands for what it was made from,
/// at constant indices.
void ElementRules::followPointer(Place &P) const {
  const auto *V = dyn_cast<VarDecl>(P.Root);
  if (!V || !V->isLocalVarDecl() || !V->getType()->isPointerType() ||
      !V->getInit() || isChanged(Function->getBody(), V))
    return;
  Place From = placeOf(V->getInit());
  if (From.Root && llvm::all_of(From.Steps, [&](const Step &S) {
        return llvm::all_of(S.Indices, [&](const Expr *Index) {
          return numberIn(Index).has_value();
        });
      }))
    P = std::move(From);
}

int64_t ElementRules::sizeOf(QualType T) const {
  return T->isIncompleteType() || T->isDependentType()
             ? 0
             : Context.getTypeSizeInChars(T).getQuantity();
}

bool ElementRules::isFixedRoot(const Place &P, const Stmt *Round) const {
  const auto *V = dyn_cast_or_null<VarDecl>(P.Root);
  if (!V)
    return false;
  // What it refers to may be changed by its own name.
  if (V->getType()->isReferenceType())
    return !holdsPointers(V->getType().getNonReferenceType());
  return !holdsPointers(V->getType()) || !isChangedIn(Round, V);
}

/// By its name, or by what may be used in the round and was given it before: a
/// pointer, a reference, a lambda.
bool ElementRules::isChangedIn(const Stmt *Round, const VarDecl *V) const {
  bool Changed = isChanged(Round, V);
  forEachUse(Function->getBody(), [&](const VariableUse &Use) {
    const auto *Lambda = dyn_cast_or_null<LambdaExpr>(Use.By);
    if (Use.Var == V)
      Changed |= Use.Kind == UseKind::Alias ||
                 (Lambda && isChanged(Lambda->getBody(), V));
  });
  return Changed;
}

bool ElementRules::areApart(const Place &One, const Place &Other, int64_t Bytes,
                            const Stmt *Round) const {
  if (!One.Root || One.Root != Other.Root || !isFixedRoot(One, Round))
    return false;
  for (auto [S, O] : llvm::zip(One.Steps, Other.Steps)) {
    if (S.Field || O.Field) {
      if (!S.Field || !O.Field || S.Field->getParent()->isUnion())
        return false;
      if (S.Field != O.Field)
        return S.Field->getParent() == O.Field->getParent();
      continue;
    }
    if (S.Indices.empty() || O.Indices.empty() || S.Bytes != O.Bytes)
      return false;
    std::optional<int64_t> Gap = distance(S, O, Round);
    if (!Gap)
      return false;
    if (*Gap != 0)
      return std::abs(*Gap) * S.Bytes >= Bytes;
  }
  return false;
}

/// \p Other less \p One, if that is a constant.
std::optional<int64_t> ElementRules::distance(const Step &One,
                                              const Step &Other,
                                              const Stmt *Round) const {
  Sum S;
  for (const Expr *Index : Other.Indices)
    if (!add(S, Index, 1, Round))
      return std::nullopt;
  for (const Expr *Index : One.Indices)
    if (!add(S, Index, -1, Round))
      return std::nullopt;
  if (llvm::any_of(S.Terms, [](const auto &T) { return T.second != 0; }))
    return std::nullopt;
  return S.Constant;
}

/// False if its value may change between the stores.
bool ElementRules::add(Sum &S, const Expr *E, int64_t Factor,
                       const Stmt *Round) const {
  E = E->IgnoreParenImpCasts();
  if (auto Value = numberIn(E)) {
    S.Constant += Factor * *Value;
    return true;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isAdditiveOp())
      return add(S, B->getLHS(), Factor, Round) &&
             add(S, B->getRHS(), B->getOpcode() == BO_Sub ? -Factor : Factor,
                 Round);
    if (B->getOpcode() == BO_Mul) {
      if (auto Value = numberIn(B->getLHS()))
        return add(S, B->getRHS(), Factor * *Value, Round);
      if (auto Value = numberIn(B->getRHS()))
        return add(S, B->getLHS(), Factor * *Value, Round);
    }
  }
  if (!isSteady(E, Round))
    return false;
  llvm::FoldingSetNodeID Term;
  E->Profile(Term, Context, /*Canonical=*/true);
  S.add(std::move(Term), Factor);
  return true;
}

std::optional<int64_t> ElementRules::numberIn(const Expr *E) const {
  Expr::EvalResult R;
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(R, Context) || R.HasSideEffects ||
      (AllBuilds && MadeOf(*AllBuilds).decides(E)))
    return std::nullopt;
  return R.Val.getInt().getExtValue();
}

/// The same wherever one round of the stores' loop asks for it.
bool ElementRules::isSteady(const Expr *E, const Stmt *Round) const {
  const Effects Read = Collector.collect(E);
  const auto *For = dyn_cast<ForStmt>(Round);
  return Read.isPure() && Read.Accesses.empty() && Read.Writes.empty() &&
         llvm::none_of(Read.Reads, [&](const VarDecl *V) {
           return isChangedIn(For ? For->getBody() : Round, V);
         });
}

bool ElementRules::areSame(const Place &One, const Place &Other,
                           const Stmt *Round) const {
  return One.Root && One.Root == Other.Root && isFixedRoot(One, Round) &&
         One.Steps.size() == Other.Steps.size() &&
         llvm::all_of(llvm::zip(One.Steps, Other.Steps), [&](const auto &Both) {
           const auto &[S, O] = Both;
           return S.Field == O.Field && S.Bytes == O.Bytes &&
                  (S.Field || distance(S, O, Round) == 0);
         });
}

} // namespace pipeline_rewrite
