//===- ClosedList.cpp - What may stand where a pipeline is taken apart ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/ClosedList.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/Assignments.h"
#include "Ast/BuiltinMembers.h"
#include "Ast/Counters.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite::undo {
namespace {

const VarDecl *variable(const Expr *E) {
  const auto *Name = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
}

bool isOfSystem(const Decl *D) {
  const SourceManager &SM = D->getASTContext().getSourceManager();
  const SourceLocation At = SM.getExpansionLoc(D->getLocation());
  return At.isInvalid() || SM.isInSystemHeader(At) ||
         SM.isWrittenInBuiltinFile(At);
}

} // namespace

bool ClosedList::isType(QualType Type) const {
  for (;;) {
    if (Type.isVolatileQualified())
      return false;
    if (const auto *Array = dyn_cast<ConstantArrayType>(Type.getTypePtr())) {
      Type = Array->getElementType();
      continue;
    }
    if (isa<BuiltinType>(Type.getTypePtr()))
      return Type->isArithmeticType();
    if (const auto *Named = dyn_cast<TypedefType>(Type.getTypePtr());
        Named && !isOfSystem(Named->getDecl()))
      return false;
    if (const auto *Record = dyn_cast<RecordType>(Type.getTypePtr()))
      return isOfSystem(Record->getDecl()) && !Type->isUnionType() &&
             Type.isTriviallyCopyableType(L.context());
    if (!isa<TypedefType, ParenType>(Type.getTypePtr()))
      return false;
    Type = Type.getSingleStepDesugaredType(L.context());
  }
}

bool ClosedList::isNumber(const Expr *E) const {
  E = E->IgnoreParens();
  if (isa<IntegerLiteral>(E))
    return isOfThisFile(E->getExprLoc(), *L.Unit);
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    return isNumber(C->getSubExpr());
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return isNumber(Full->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return !builtinAssignment(B) && isNumber(B->getLHS()) &&
           isNumber(B->getRHS()) && isOfThisFile(B->getOperatorLoc(), *L.Unit);
  const VarDecl *V = variable(E);
  return V && V->getInit() && V->getType().isConstQualified() &&
         isType(V->getType()) && isOfThisFile(V->getLocation(), *L.Unit) &&
         isNumber(V->getInit());
}

bool ClosedList::isEnd(const Expr *E) const {
  E = E->IgnoreParens();
  if (!L.context().hasSameUnqualifiedType(E->getType(), L.context().IntTy))
    return false;
  if (isNumber(E))
    return true;
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    return C->getCastKind() == CK_LValueToRValue && isEnd(C->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->getOpcode() == BO_Mul ||
            (B->getOpcode() == BO_Div && isNumber(B->getRHS()))) &&
           isEnd(B->getLHS()) && isEnd(B->getRHS());
  const VarDecl *V = variable(E);
  if (!V || !V->isLocalVarDeclOrParm() || !V->hasLocalStorage() ||
      V->getType()->isReferenceType() || V->getType().isVolatileQualified() ||
      isChanged(L.Loop->Function->getBody(), V))
    return false;
  return isa<ParmVarDecl>(V) || (V->getInit() && isEnd(V->getInit()));
}

bool ClosedList::isPointer(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    const QualType To = C->getType()->getPointeeType();
    if (C->getCastKind() == CK_BitCast && (To.isNull() || !isType(To)))
      return no(E);
    return llvm::is_contained({CK_LValueToRValue, CK_NoOp, CK_BitCast},
                              C->getCastKind())
               ? isPointer(C->getSubExpr())
               : no(E);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->isAdditiveOp() && B->getType()->isPointerType() &&
                   !B->getRHS()->getType()->isPointerType() &&
                   B->getLHS()->getType()->isPointerType()
               ? isPointer(B->getLHS()) && isValue(B->getRHS())
               : no(E);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_AddrOf ? isLoad(U->getSubExpr()) : no(E);
  const VarDecl *V = variable(E);
  return (V && isPointer(V)) || no(E);
}

bool ClosedList::isPointer(const VarDecl *V) const {
  return V->hasLocalStorage() && V->getType()->isPointerType() &&
         !V->getType().isVolatileQualified() &&
         isType(V->getType()->getPointeeType());
}

bool ClosedList::isLoad(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *At = dyn_cast<ArraySubscriptExpr>(E))
    return isPointer(At->getLHS()) && isValue(At->getRHS());
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref ? isPointer(U->getSubExpr()) : no(E);
  if (const auto *Part = dyn_cast<MemberExpr>(E))
    return !Part->isArrow() && isa<FieldDecl>(Part->getMemberDecl())
               ? isLoad(Part->getBase())
               : no(E);
  return no(E);
}

const VarDecl *ClosedList::elementOf(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Part = dyn_cast<MemberExpr>(E);
      Part && !Part->isArrow() && isa<FieldDecl>(Part->getMemberDecl()))
    E = Part->getBase()->IgnoreParens();
  const bool IsWhole = !E->getType()->isArrayType();
  while (const auto *At = dyn_cast<ArraySubscriptExpr>(E)) {
    const auto *Decay = dyn_cast<ImplicitCastExpr>(At->getBase());
    if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay ||
        !isValue(At->getIdx()))
      return nullptr;
    E = Decay->getSubExpr()->IgnoreParens();
  }
  const VarDecl *V = variable(E);
  return V && IsWhole && V->isLocalVarDecl() && isType(V->getType()) ? V
                                                                     : nullptr;
}

bool ClosedList::isNamedValue(const DeclRefExpr *Name) {
  const auto *V = dyn_cast<VarDecl>(Name->getDecl());
  if (V && V->hasLocalStorage())
    return isType(V->getType()) || no(Name);
  return isNumber(Name) || no(Name);
}

bool ClosedList::isCast(const CastExpr *C) {
  switch (C->getCastKind()) {
  case CK_NoOp:
  case CK_LValueToRValue:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
    return isType(C->getType()) && isValue(C->getSubExpr());
  default:
    return no(C);
  }
}

bool ClosedList::isCall(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier() || isa<CXXMethodDecl>(F) || !isSystem(F) ||
      F->isVariadic() || classifyCallee(F) != CallKind::ArgumentsOnly)
    return no(Call);
  if (F->getName() == "__ldg" && Call->getNumArgs() == 1)
    return Where != Part::Front ? isPointer(Call->getArg(0)) : no(Call);
  return isType(F->getReturnType()) &&
         llvm::all_of(F->parameters(),
                      [&](const ParmVarDecl *P) {
                        return isType(P->getType()) || no(Call);
                      }) &&
         llvm::all_of(Call->arguments(),
                      [&](const Expr *Each) { return isValue(Each); });
}

bool ClosedList::isValue(const Expr *E) {
  E = E->IgnoreParens();
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(E))
    return true;
  for (const char *Of : {"threadIdx", "blockIdx", "blockDim", "gridDim"})
    for (const char *Each : {"x", "y", "z"})
      if (isBuiltinMember(E, Of, Each))
        return true;
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return isValue(Full->getSubExpr());
  if (const auto *C = dyn_cast<CastExpr>(E);
      C && isa<ImplicitCastExpr, CStyleCastExpr, CXXStaticCastExpr,
               CXXFunctionalCastExpr>(C))
    return isCast(C);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return !builtinAssignment(B) && !B->isCommaOp() && !B->isPtrMemOp() &&
                   B->getLHS()->getType()->isArithmeticType() &&
                   B->getRHS()->getType()->isArithmeticType()
               ? isValue(B->getLHS()) && isValue(B->getRHS())
               : no(E);
  if (const auto *If = dyn_cast<ConditionalOperator>(E))
    return isValue(If->getCond()) && isValue(If->getTrueExpr()) &&
           isValue(If->getFalseExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return isCall(Call);
  if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    return (Size->isArgumentType() && isType(Size->getArgumentType())) || no(E);
  if (const auto *New = dyn_cast<CXXConstructExpr>(E))
    return New->getConstructor()->isCopyOrMoveConstructor() &&
                   New->getConstructor()->isTrivial() && isType(New->getType())
               ? isValue(New->getArg(0))
               : no(E);
  if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E))
    return isValue(Made->getSubExpr());
  if (const auto *Name = dyn_cast<DeclRefExpr>(E))
    return isNamedValue(Name);
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U &&
      llvm::is_contained({UO_Plus, UO_Minus, UO_Not, UO_LNot}, U->getOpcode()))
    return isValue(U->getSubExpr());
  const Expr *Base = E;
  while (const auto *Part = dyn_cast<MemberExpr>(Base))
    Base = Part->getBase()->IgnoreParens();
  if (const auto *Name = dyn_cast<DeclRefExpr>(Base); Name && Base != E)
    return isNamedValue(Name);
  const auto *At = dyn_cast<ArraySubscriptExpr>(Base);
  if (At && isa<ImplicitCastExpr>(At->getBase()) &&
      cast<ImplicitCastExpr>(At->getBase())->getCastKind() ==
          CK_ArrayToPointerDecay) {
    const VarDecl *V = elementOf(E);
    return (V && (V->hasLocalStorage() ||
                  (Where == Part::Sums && V->hasAttr<CUDASharedAttr>()))) ||
           no(E);
  }
  return Where != Part::Front ? isLoad(E) : no(E);
}

bool ClosedList::isTarget(const Expr *E) {
  const VarDecl *V = variable(E);
  const VarDecl *Of = V ? V : elementOf(E);
  return (Of && Of->hasLocalStorage() && !isa<ParmVarDecl>(Of) &&
          isType(Of->getType()) && !(V && V->getType()->isArrayType())) ||
         no(E);
}

bool ClosedList::isLeaf(const Expr *E) {
  const Leaf Of = leafOf(E, L.context());
  if (Of.Kind == Leaf::Fill)
    return Where == Part::Ahead && elementOf(Of.Target)
               ? (Of.IsCopy ? isLoad(Of.Value) : isValue(Of.Value))
               : no(E);
  if (Of.Kind == Leaf::Barrier) {
    const auto *Call = dyn_cast<CallExpr>(E);
    return (Where == Part::Ahead && Call &&
            runtimeFunction(Call) == "__syncthreads") ||
           no(E);
  }
  if (llvm::is_contained({Leaf::WarpSync, Leaf::Commit, Leaf::Wait}, Of.Kind))
    return Where == Part::Ahead || no(E);
  const auto Done = anyAssignment(E->IgnoreParens());
  if (!Done || (Done->By && !Done->copiesBytes()))
    return no(E);
  // `A += row * n;`: where loads begin.
  const auto *P = dyn_cast_or_null<ParmVarDecl>(variable(Done->Target));
  const bool IsBegin = P && Where == Part::Front && Done->Operator &&
                       Done->Value && P->getType()->isPointerType();
  return (IsBegin ? isPointer(Done->Target) : isTarget(Done->Target)) &&
         (!Done->Value || isValue(Done->Value));
}

bool ClosedList::isDeclared(const VarDecl *V) {
  if (V->getType()->isPointerType() && Where == Part::Front && V->getInit())
    return isPointer(V) && isPointer(V->getInit());
  if (!isType(V->getType()) || V->hasExternalStorage())
    return false;
  const TypeLoc At = V->getTypeSourceInfo()->getTypeLoc();
  for (auto Array = At.getAs<ArrayTypeLoc>(); Array;
       Array = Array.getElementLoc().getAs<ArrayTypeLoc>())
    if (!Array.getSizeExpr() || !isNumber(Array.getSizeExpr()))
      return false;
  if (V->hasAttr<CUDASharedAttr>())
    return Where == Part::Front;
  if (!V->hasLocalStorage())
    return V->getType().isConstQualified() && V->getInit() &&
           isNumber(V->getInit());
  const Expr *Init = V->getInit();
  if (!Init)
    return true;
  if (const auto *New = dyn_cast<CXXConstructExpr>(Init);
      New && New->getNumArgs() == 0)
    return New->getConstructor()->isTrivial();
  if (const auto *List = dyn_cast<InitListExpr>(Init))
    return llvm::all_of(List->inits(), [&](const Expr *Each) {
      return isa<ImplicitValueInitExpr>(Each) ||
             (!isa<InitListExpr>(Each) && isValue(Each));
    });
  return isValue(Init);
}

bool ClosedList::isFor(const ForStmt *For) {
  const auto *D = dyn_cast_or_null<DeclStmt>(For->getInit());
  if (For->getConditionVariable() || !For->getCond() || !For->getInc() ||
      (D && !D->isSingleDecl()))
    return no(For);
  return (!For->getInit() || isStatement(For->getInit())) &&
         isValue(For->getCond()) && isStatement(For->getInc()) &&
         isStatement(For->getBody());
}

bool ClosedList::isStatement(const Stmt *S) {
  if (isa<NullStmt>(S))
    return true;
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return isStatement(A->getSubStmt());
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Each) { return isStatement(Each); });
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return llvm::all_of(D->decls(), [&](const Decl *Each) {
      const auto *V = dyn_cast<VarDecl>(Each);
      return (V && isDeclared(V)) || no(S);
    });
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() &&
                   If->getStatementKind() == IfStatementKind::Ordinary
               ? isValue(If->getCond()) && isStatement(If->getThen()) &&
                     (!If->getElse() || isStatement(If->getElse()))
               : no(S);
  if (const auto *For = dyn_cast<ForStmt>(S))
    return isFor(For);
  const auto *E = dyn_cast<Expr>(S);
  return E ? isLeaf(E) : no(S);
}

std::optional<Refusal> ClosedList::find(const Stmt *S, Part Of) {
  Where = Of;
  Cause = nullptr;
  if (isStatement(S))
    return std::nullopt;
  return refuse(RefusalId::HandStatement, L,
                Where == Part::Front
                    ? "in front of it stands more than declarations of values"
                : Where == Part::Ahead
                    ? "it is more than loads of a parameter's elements"
                    : "the computation does more than to read elements of "
                      "tiles into locals",
                Cause ? Cause : S);
}

std::optional<Refusal> ClosedList::findInKernel() const {
  const FunctionDecl *F = L.Loop->Function;
  if (!F->hasAttr<CUDAGlobalAttr>() || isa<CXXMethodDecl>(F) ||
      F->getTemplatedKind() != FunctionDecl::TK_NonTemplate ||
      !F->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return refuse(RefusalId::HandLoop, L,
                  "its kernel is a template or in a namespace, or it is in no "
                  "kernel");
  return std::nullopt;
}

} // namespace pipeline_rewrite::undo
