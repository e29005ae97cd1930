//===- TileFills.cpp - What one thread copies to the tiles, from where ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums are those of whole numbers. What is kept in fewer bits than it is
// computed in may wrap between two threads, and is none. An index of 32 bits
// may wrap between two rows: the host makes no map of rows that are so far
// apart (makeMap() in Emit/Host/TensorText.cpp).
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/TileFills.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/Below.h"
#include "Ast/BuiltinMembers.h"
#include "Ast/Loops.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace pipeline_rewrite {

Answer TileFills::run() {
  for (const LoopUnit &U : A.Facts.Units) {
    if (!U.isLoadSide() || U.Advance || U.Opening)
      continue;
    if (!statement(U.S))
      return Can;
  }
  return Answer::yes();
}

Answer notFollowed(const Stmt *S) {
  return {RefusalId::TmaBox,
          "which elements of the tiles each thread copies is not followed "
          "through this statement",
          S->getBeginLoc()};
}

static bool isDeclaredIn(const Stmt *S, const VarDecl *V) {
  return findBelow<DeclStmt>(
      S, [&](const DeclStmt *D) { return llvm::is_contained(D->decls(), V); });
}

bool TileFills::fail(const Stmt *S) {
  Can.also(notFollowed(S));
  return false;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

bool TileFills::statement(const Stmt *S) {
  if (Code.Budget == 0)
    return fail(S);
  --Code.Budget;
  if (isa<NullStmt>(S))
    return true;
  if (const CompoundStmt *Block = onceBlock(S))
    return statement(Block);
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Each) { return statement(Each); });
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return statement(Attributed->getSubStmt());
  if (const auto *Declares = dyn_cast<DeclStmt>(S))
    return declare(Declares);
  if (const auto *For = dyn_cast<ForStmt>(S))
    return loop(For);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return branch(If);
  const auto Stores = A.Facts.storesOf(S);
  for (const TileStore *Each : Stores)
    fill(*Each);
  if (!Stores.empty())
    return true;
  const auto *E = dyn_cast<Expr>(S);
  return E ? change(E) : fail(S);
}

bool TileFills::declare(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || V->getType()->isReferenceType())
      return fail(S);
    const bool IsValue =
        V->getType()->isIntegerType() || V->getType()->isPointerType();
    if (V->hasLocalStorage())
      Known[V] = V->getInit() && IsValue ? fit(eval(V->getInit()), V->getType())
                                         : std::nullopt;
  }
  return true;
}

bool TileFills::loop(const ForStmt *S) {
  if ((S->getInit() && !statement(S->getInit())) || !S->getCond())
    return fail(S);
  while (true) {
    const auto Goes = holds(S->getCond());
    if (!Goes)
      return undecided(S);
    if (!*Goes)
      return true;
    if (!statement(S->getBody()) || !S->getInc() || !change(S->getInc()))
      return fail(S);
  }
}

bool TileFills::branch(const IfStmt *S) {
  const auto Then = S->getInit() || S->getConditionVariable()
                        ? std::nullopt
                        : holds(S->getCond());
  if (!Then)
    return undecided(S);
  const Stmt *Taken = *Then ? S->getThen() : S->getElse();
  return !Taken || statement(Taken);
}

/// What only a run decides: the tiles that are filled here are no boxes, and
/// what changes here is not known from here on. Loads have no jumps.
bool TileFills::undecided(const Stmt *S) {
  for (const VarDecl *V : Code.changedIn(S)) {
    if (A.Facts.findTile(V))
      continue;
    if (!Known.count(V) && !isDeclaredIn(S, V))
      return fail(S);
    Known[V] = std::nullopt;
  }
  loseStores(S);
  return true;
}

void TileFills::loseStores(const Stmt *S) {
  forEachBelow<Stmt>(S, [&](const Stmt *At) {
    for (const TileStore *Each : A.Facts.storesOf(At))
      Out({Each, /*IsFollowed=*/false, 0, {}});
  });
}

/// `i += 8`, `++i`, of a variable that the load side itself declares.
bool TileFills::change(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isCommaOp())
    return change(Binary->getLHS()) && change(Binary->getRHS());
  const auto Done = builtinAssignment(E);
  const VarDecl *V =
      Done ? namedVariable(Done->Target->IgnoreParens()) : nullptr;
  if (!V || !Known.count(V) || Code.isHidden(V))
    return fail(E);
  const Sum By = Done->Value ? eval(Done->Value) : UniformSum::number(1);
  const Sum New = changed(Known[V], *Done, By);
  Known[V] = mayWrap(New, *Done) ? std::nullopt : fit(New, V->getType());
  return true;
}

/// What \p Done makes of \p Old and the value \p By of its right side.
TileFills::Sum TileFills::changed(const Sum &Old, const Assignment &Done,
                                  const Sum &By) {
  if (Done.isPlain())
    return By;
  const QualType T = Done.Target->getType();
  if (T->isPointerType())
    return scaled(Old, By, T->getPointeeType(), Done.Operator == BO_Sub);
  if (!Old || !By)
    return std::nullopt;
  switch (*Done.Operator) {
  case BO_Add:
    return Old->plus(*By);
  case BO_Sub:
    HasDifference = true;
    return Old->plus(*By, -1);
  case BO_Mul:
    return Old->times(*By);
  default:
    return std::nullopt;
  }
}

/// `i += k` of a variable that keeps fewer bits than the sum has.
bool TileFills::mayWrap(const Sum &New, const Assignment &Done) const {
  const QualType T = Done.Target->getType();
  if (!New || New->asNumber() || T->isPointerType())
    return false;
  const QualType In =
      Done.Value && Done.readsOld() ? Done.ComputedIn : A.Context.IntTy;
  return A.Context.getIntWidth(T) <
         A.Context.getIntWidth(In->isIntegerType() ? In : A.Context.LongTy);
}

void TileFills::fill(const TileStore &S) {
  const bool IsCopy = S.RawSource && !S.Guard;
  const Sum To = IsCopy ? address(S.Target) : std::nullopt;
  Sum From = !IsCopy             ? std::nullopt
             : S.SourceIsPointer ? eval(S.RawSource)
                                 : address(S.RawSource);
  const Sum Behind =
      To ? To->plus(UniformSum::value({S.Tile, '&'}), -1) : std::nullopt;
  const auto At = Behind ? Behind->asNumber() : std::nullopt;
  if (At && From)
    Out({&S, true, *At, std::move(*From), IsPlain, HasDifference, Unit});
  else
    Out({&S, /*IsFollowed=*/false, 0, {}});
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::optional<bool> TileFills::holds(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->isLogicalOp()) {
    const auto L = holds(B->getLHS());
    if (!L || *L == (B->getOpcode() == BO_LOr))
      return L;
    return holds(B->getRHS());
  }
  if (!B || !B->isComparisonOp()) {
    if (auto N = constantValue(E, A.Context))
      return *N != 0;
    return std::nullopt;
  }
  const Sum L = eval(B->getLHS()), R = eval(B->getRHS());
  const auto Left = L ? L->asNumber() : std::nullopt,
             Right = R ? R->asNumber() : std::nullopt;
  // Where a sign would be lost the comparison is another.
  if (!Left || !Right || *Left < 0 || *Right < 0)
    return std::nullopt;
  switch (B->getOpcode()) {
  case BO_LT:
    return *Left < *Right;
  case BO_LE:
    return *Left <= *Right;
  case BO_GT:
    return *Left > *Right;
  case BO_GE:
    return *Left >= *Right;
  case BO_EQ:
    return *Left == *Right;
  case BO_NE:
    return *Left != *Right;
  default:
    return std::nullopt;
  }
}

/// A number as its type has it; a sum stays.
TileFills::Sum TileFills::fit(Sum Value, QualType To) const {
  const auto N = Value ? Value->asNumber() : std::nullopt;
  if (!N || !To->isIntegerType())
    return Value;
  const unsigned Bits = A.Context.getIntWidth(To);
  if (Bits >= 64)
    return Value;
  const uint64_t Low =
      static_cast<uint64_t>(*N) & llvm::maskTrailingOnes<uint64_t>(Bits);
  return UniformSum::number(To->isSignedIntegerType()
                                ? llvm::SignExtend64(Low, Bits)
                                : static_cast<int64_t>(Low));
}

TileFills::Sum TileFills::eval(const Expr *E) {
  E = E->IgnoreParens();
  const Sum Value = evalKnown(E);
  noteSigns(Value);
  return Value ? Value : result(E);
}

TileFills::Sum TileFills::evalKnown(const Expr *E) {
  if (auto N = constantValue(E, A.Context))
    return UniformSum::number(*N);
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return eval(Full->getSubExpr());
  if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return eval(Subst->getReplacement());
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() == 1 ? eval(List->getInit(0)) : std::nullopt;
  if (Sum Builtin = builtin(E))
    return Builtin;
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return cast(Cast);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return fit(binary(B), B->getType());
  const auto *U = dyn_cast<UnaryOperator>(E);
  if (!U)
    return std::nullopt;
  if (U->getOpcode() == UO_AddrOf)
    return address(U->getSubExpr());
  if (U->getOpcode() == UO_Plus)
    return eval(U->getSubExpr());
  if (U->getOpcode() != UO_Minus)
    return std::nullopt;
  Sum Value = eval(U->getSubExpr());
  return Value ? fit(UniformSum().plus(*Value, -1), U->getType())
               : std::nullopt;
}

TileFills::Sum TileFills::cast(const CastExpr *C) {
  const Expr *Of = C->getSubExpr();
  switch (C->getCastKind()) {
  case CK_LValueToRValue: {
    const auto *Ref = dyn_cast<DeclRefExpr>(Of->IgnoreParens());
    return Ref ? variable(Ref, C) : builtin(Of->IgnoreParens());
  }
  case CK_ArrayToPointerDecay:
    return address(Of);
  case CK_NoOp:
  case CK_BitCast:
    return C->getType()->isPointerType() || C->getType()->isIntegerType()
               ? eval(Of)
               : std::nullopt;
  case CK_IntegralCast: {
    Sum Value = eval(Of);
    const bool Narrows = A.Context.getIntWidth(C->getType()) <
                         A.Context.getIntWidth(Of->getType());
    return Value && Narrows && !Value->asNumber() ? std::nullopt
                                                  : fit(Value, C->getType());
  }
  default:
    return std::nullopt;
  }
}

TileFills::Sum TileFills::binary(const BinaryOperator *B) {
  if (B->getType()->isPointerType())
    return pointerPlus(B);
  if (!B->getType()->isIntegerType() || changedBy(B))
    return std::nullopt;
  const Sum L = eval(B->getLHS()), R = eval(B->getRHS());
  if (!L || !R)
    return std::nullopt;
  const auto Left = L->asNumber(), Right = R->asNumber();
  HasDifference |= B->getOpcode() == BO_Sub && !Right;
  switch (B->getOpcode()) {
  case BO_Add:
    return L->plus(*R);
  case BO_Sub:
    return L->plus(*R, -1);
  case BO_Mul:
    return L->times(*R);
  case BO_Shl:
    return Right && *Right >= 0 && *Right < 31
               ? L->times(UniformSum::number(int64_t(1) << *Right))
               : std::nullopt;
  default:
    break;
  }
  if (!Left || !Right || *Left < 0 || *Right < 0)
    return std::nullopt;
  if (B->getOpcode() == BO_Shr)
    return *Right < 63 ? Sum(UniformSum::number(*Left >> *Right))
                       : std::nullopt;
  const auto Made = applied(B->getOpcode(), *Left, *Right);
  return Made ? Sum(UniformSum::number(*Made)) : std::nullopt;
}

TileFills::Sum TileFills::scaled(Sum Base, Sum By, QualType Element,
                                 bool Minus) {
  if (!Base || !By || Element->isIncompleteType() || Element->isFunctionType())
    return std::nullopt;
  const int64_t Size = A.Context.getTypeSizeInChars(Element).getQuantity();
  if (!By->asNumber()) {
    Unit = std::min(Unit, Size);
    HasDifference |= Minus;
  }
  return Base->plus(*By, Minus ? -Size : Size);
}

TileFills::Sum TileFills::pointerPlus(const BinaryOperator *B) {
  const Expr *Base = B->getLHS(), *By = B->getRHS();
  if (B->getOpcode() == BO_Add && !Base->getType()->isPointerType())
    std::swap(Base, By);
  if ((B->getOpcode() != BO_Add && B->getOpcode() != BO_Sub) ||
      !Base->getType()->isPointerType())
    return std::nullopt;
  return scaled(eval(Base), eval(By), Base->getType()->getPointeeType(),
                B->getOpcode() == BO_Sub);
}

TileFills::Sum TileFills::address(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->hasAttr<CUDASharedAttr>() ? Sum(UniformSum::value({V, '&'}))
                                             : std::nullopt;
  }
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return scaled(eval(Element->getBase()), eval(Element->getIdx()),
                  Element->getType(), /*Minus=*/false);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref ? eval(U->getSubExpr()) : std::nullopt;
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_NoOp ||
                   Cast->getCastKind() == CK_LValueBitCast
               ? address(Cast->getSubExpr())
               : std::nullopt;
  return std::nullopt;
}

} // namespace pipeline_rewrite
