//===- AsyncOperands.cpp - What an asynchronous copy is given -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Match/AsyncOperands.h"
#include "Ast/Parents.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

/// Functions of the user's own in each other.
constexpr unsigned MostOperandDepth = 4;

const Expr *bareOperand(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreParenCasts();
    if (const auto *C = dyn_cast<ExprWithCleanups>(Inner))
      Inner = C->getSubExpr();
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = M->getSubExpr();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

llvm::StringRef plainName(const FunctionDecl *F) {
  return F && F->getIdentifier() ? F->getName() : llvm::StringRef();
}

const VarDecl *namedOperand(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(bareOperand(E));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

const Expr *
AsyncOperands::pointerOf(const Expr *E,
                         llvm::SmallVectorImpl<const Expr *> *Added) {
  E = bareOperand(E);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (const Expr *Given = convertedBy(Call))
      return pointerOf(Given);
  if (const auto *Sum = dyn_cast<BinaryOperator>(E);
      Sum && Added && Sum->getOpcode() == BO_Add &&
      Sum->getType()->isIntegerType())
    for (bool Left : {true, false}) {
      const Expr *Base = Left ? Sum->getLHS() : Sum->getRHS();
      if (!isAddress(Base))
        continue;
      const Expr *Pointer = pointerOf(Base, Added);
      Added->push_back(Left ? Sum->getRHS() : Sum->getLHS());
      return Pointer;
    }
  if (const VarDecl *V = namedOperand(E))
    if (const Expr *Value = valueOf(V);
        Value && (isa<ParmVarDecl>(V) || !V->getType()->isPointerType()))
      return pointerOf(Value, Added);
  return E;
}

bool AsyncOperands::isAddress(const Expr *E) {
  llvm::SmallVector<const Expr *, 2> Added;
  const QualType T = pointerOf(E, &Added)->getType();
  return E->getType()->isIntegerType() &&
         (T->isPointerType() || T->isArrayType());
}

const Expr *AsyncOperands::valueOf(const VarDecl *V) {
  if (auto At = Bound.find(V); At != Bound.end())
    return At->second;
  const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
  if (!F || isa<ParmVarDecl>(V) || !V->hasInit() || V->isStaticLocal() ||
      V->getType()->isReferenceType() || isChanged(F->getBody(), V))
    return nullptr;
  const DeclStmt *Declared = declarationOf(V, Context);
  const Stmt *Block = Declared ? parentStatement(Declared, Context) : nullptr;
  return isa_and_nonnull<CompoundStmt>(Block) && isSteady(V->getInit(), Block)
             ? V->getInit()
             : nullptr;
}

bool AsyncOperands::isSteady(const Stmt *S, const Stmt *Block) {
  if (!S)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return !V->isLocalVarDeclOrParm() || V->getType()->isArrayType() ||
             !isChanged(Block, V);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *F = Call->getDirectCallee();
        !convertedBy(Call) &&
        (!F || !isSystem(F) || classifyCallee(F) == CallKind::Unknown))
      return false;
  if (const auto *Cast = dyn_cast<CastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue) {
    const Expr *From = Cast->getSubExpr()->IgnoreParens();
    if (const auto *M = dyn_cast<MemberExpr>(From); M && !M->isArrow())
      From = M->getBase()->IgnoreParens();
    if (!isa<DeclRefExpr, OpaqueValueExpr>(From))
      return false;
  }
  return llvm::all_of(
      S->children(), [&](const Stmt *Child) { return isSteady(Child, Block); });
}

const Expr *AsyncOperands::convertedBy(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (Call->getNumArgs() != 1)
    return nullptr;
  if (plainName(F) == "__cvta_generic_to_shared" ||
      plainName(F) == "__nv_cvta_generic_to_shared_impl")
    return Call->getArg(0);
  const FunctionDecl *Definition = nullptr;
  if (!F || isSystem(F) || !F->hasBody(Definition) ||
      Depth == MostOperandDepth || !Call->getType()->isIntegerType())
    return nullptr;
  return returns(Definition) ? Call->getArg(0) : nullptr;
}

bool AsyncOperands::returns(const FunctionDecl *F) {
  const auto *Block = dyn_cast<CompoundStmt>(F->getBody());
  const auto *Return = Block && !Block->body_empty()
                           ? dyn_cast<ReturnStmt>(Block->body_back())
                           : nullptr;
  if (!Return || !Return->getRetValue() || Block->size() > 3)
    return false;
  ++Depth;
  const Expr *Root = pointerOf(Return->getRetValue());
  --Depth;
  if (namedOperand(Root) == F->getParamDecl(0) &&
      F->getParamDecl(0)->getType()->isPointerType() &&
      !isChanged(F->getBody(), F->getParamDecl(0)) && Block->size() <= 2)
    return true;
  for (const Stmt *S : Block->body())
    if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
      return Asm->getNumOutputs() == 1 && Asm->getNumInputs() == 1 &&
             llvm::StringRef(asmText(*Asm)).contains("cvta.to.shared.u64") &&
             namedOperand(Asm->getOutputExpr(0)) == namedOperand(Root) &&
             namedOperand(Root) &&
             namedOperand(Asm->getInputExpr(0)) == F->getParamDecl(0);
  return false;
}

std::optional<uint64_t> AsyncOperands::constant(const Expr *E) {
  Expr::EvalResult R;
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
      !E->EvaluateAsInt(R, Context) || R.Val.getInt().isNegative())
    return std::nullopt;
  return R.Val.getInt().getZExtValue();
}

const Expr *AsyncOperands::resolved(const Expr *E) {
  const VarDecl *V = namedOperand(E);
  const Expr *Value = V ? valueOf(V) : nullptr;
  return Value ? resolved(Value) : E;
}

bool AsyncOperands::isHarmless(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(bareOperand(E));
  return Call ? convertedBy(Call) != nullptr : !E->HasSideEffects(Context);
}

bool isSharedAddress(const Expr *E, ASTContext &Context) {
  return AsyncOperands(Context).isAddress(E);
}

} // namespace pipeline_rewrite
