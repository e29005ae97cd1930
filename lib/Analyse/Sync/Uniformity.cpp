//===- Uniformity.cpp - What is the same in all threads of a block --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk collects the definitions of variables and the conditions that they
// stand under. A variable varies if a thread may give it another value, or give
// it one at another time: under a condition that varies, or in a loop that some
// threads leave earlier.
//===----------------------------------------------------------------------===//
#include "Analyse/Sync/Uniformity.h"
#include "Ast/Assignments.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Longest chain of calls and operators that is followed.
constexpr unsigned MaxDepth = 24;

bool isLoop(const Stmt *S) { return isa<ForStmt, WhileStmt, DoStmt>(S); }

bool isConstant(const Expr *E, const ASTContext &Context) {
  return !E->isValueDependent() && E->isEvaluatable(Context);
}

const VarDecl *variableIn(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// The variable that is read: itself, or one of its members.
const VarDecl *readIn(const Expr *E) {
  E = E->IgnoreParens();
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Member->isArrow() || !isa<FieldDecl>(Member->getMemberDecl()))
      return nullptr;
    E = Member->getBase()->IgnoreParens();
  }
  const VarDecl *V = variableIn(E);
  return V && !V->getType()->isReferenceType() ? V : nullptr;
}

/// What an lvalue is one of, `(c ? a : b)`, and what decides that.
struct Choices {
  llvm::SmallVector<const Expr *, 2> Conditions, Arms;

  explicit Choices(const Expr *Of) : Arms{Of} {
    for (size_t I = 0; I < Arms.size();) {
      const auto *C = dyn_cast<ConditionalOperator>(Arms[I]->IgnoreParens());
      if (!C) {
        ++I;
        continue;
      }
      Conditions.push_back(C->getCond());
      Arms[I] = C->getTrueExpr();
      Arms.push_back(C->getFalseExpr());
    }
  }
};

/// `blockIdx.x` and the like: a property, whose object hides in its syntax.
bool isOfBlock(const Stmt *S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return llvm::is_contained({"blockIdx", "blockDim", "gridDim"},
                              Ref->getDecl()->getName());
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(S))
    return isOfBlock(Pseudo->getSyntacticForm());
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(S))
    return Opaque->getSourceExpr() && isOfBlock(Opaque->getSourceExpr());
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(S))
    return isOfBlock(Property->getBaseExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(S))
    return isOfBlock(Cast->getSubExpr());
  const auto *Member = dyn_cast<MemberExpr>(S);
  return Member && isOfBlock(Member->getBase());
}

/// The value that a function of one statement returns; nullptr for others.
const Expr *returned(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition))
    return nullptr;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  const auto *Return = Body && Body->size() == 1
                           ? dyn_cast<ReturnStmt>(Body->body_front())
                           : nullptr;
  return Return ? Return->getRetValue() : nullptr;
}

} // namespace

Uniformity::Uniformity(const FunctionDecl *Kernel)
    : Kernel(Kernel), Context(Kernel->getASTContext()) {
  collect(Kernel->getBody(), inside(nullptr, nullptr, nullptr));
  settle();
}

Uniformity::Region *Uniformity::inside(Region *Outer, const Expr *Condition,
                                       const Stmt *Owner) {
  if (Outer && Condition && isConstant(Condition, Context))
    Condition = nullptr;
  Regions.push_back({Outer, Condition, Owner, false});
  return &Regions.back();
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

void Uniformity::collect(const Stmt *S, Region *In) {
  if (!S || isa<UnaryExprOrTypeTraitExpr, PseudoObjectExpr>(S))
    return;
  if (isa<LambdaExpr>(S))
    return collectLambda(cast<LambdaExpr>(S), In);
  if (collectControl(S, In) || collectJump(S, In))
    return;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each); V && V->hasInit()) {
        Defined.insert(V);
        Definitions.push_back({V, V->getInit(), In});
      }
  if (const auto *E = dyn_cast<Expr>(S); E && collectExpr(E, In))
    return;
  for (const Stmt *Child : S->children())
    collect(Child, In);
}

/// Statements under conditions; true if \p S was one.
bool Uniformity::collectControl(const Stmt *S, Region *In) {
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    for (const Stmt *Head :
         {If->getInit(),
          static_cast<const Stmt *>(If->getConditionVariableDeclStmt()),
          static_cast<const Stmt *>(If->getCond())})
      collect(Head, In);
    for (const Stmt *Branch : {If->getThen(), If->getElse()})
      collect(Branch, inside(In, If->getCond(), If));
    return true;
  }
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S)) {
    collect(Choice->getCond(), In);
    for (const Expr *Arm : {Choice->getTrueExpr(), Choice->getFalseExpr()})
      collect(Arm, inside(In, Choice->getCond(), S));
    return true;
  }
  if (const auto *Logical = dyn_cast<BinaryOperator>(S);
      Logical && Logical->isLogicalOp()) {
    collect(Logical->getLHS(), In);
    collect(Logical->getRHS(), inside(In, Logical->getLHS(), S));
    return true;
  }
  if (isLoop(S) || isa<SwitchStmt, CXXForRangeStmt>(S)) {
    collectLoop(S, In);
    return true;
  }
  return false;
}

void Uniformity::collectLoop(const Stmt *S, Region *In) {
  const Expr *Condition = nullptr;
  const Stmt *Init = nullptr;
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    Condition = For->getCond();
    Init = For->getInit();
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    Condition = While->getCond();
  } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
    Condition = Do->getCond();
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    Condition = Switch->getCond();
  }
  collect(Init, In);
  Region *Body = inside(In, Condition, S);
  Body->Divergent = isa<CXXForRangeStmt>(S);
  Loops[S] = Body;
  Enclosing.push_back(Body);
  EnclosingStmts.push_back(S);
  for (const Stmt *Child : S->children())
    if (Child != Init)
      collect(Child, Body);
  Enclosing.pop_back();
  EnclosingStmts.pop_back();
}

/// What leaves a loop, a switch or the kernel; true if \p S was one.
bool Uniformity::collectJump(const Stmt *S, Region *In) {
  if (isa<GotoStmt, IndirectGotoStmt, LabelStmt, CXXTryStmt>(S))
    Unknown = S;
  if (isa<ReturnStmt>(S)) {
    collect(cast<ReturnStmt>(S)->getRetValue(), In);
    Jumps.push_back({S, In, Enclosing});
    return true;
  }
  if (!isa<BreakStmt, ContinueStmt>(S))
    return false;
  Jump J{S, In, {}};
  for (size_t I = Enclosing.size(); I-- > 0;) {
    J.Leaves.push_back(Enclosing[I]);
    if (isa<BreakStmt>(S) || !isa<SwitchStmt>(EnclosingStmts[I]))
      break;
  }
  Jumps.push_back(std::move(J));
  return true;
}

/// Definitions, reads, and variables that others may change; true if nothing
/// below \p E is left to look at.
bool Uniformity::collectExpr(const Expr *E, Region *In) {
  if (const auto A = builtinAssignment(E)) {
    if (!variableIn(A->Target)) { // `(n = 0) += 1`
      forEachUse(E, [&](const VariableUse &Use) {
        if (Use.Kind != UseKind::Value)
          escape(Use.Var);
      });
      return false;
    }
    define(A->Target, A->Value, In);
    collect(A->Value, In);
    return true;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getCastKind() == CK_LValueToRValue) {
    const Choices Read(Cast->getSubExpr());
    if (llvm::all_of(Read.Arms, readIn)) {
      for (const Expr *Each : Read.Conditions)
        collect(Each, In);
      return true;
    }
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      escape(V); // a reference, an address
    return true;
  }
  return false;
}

/// What it names, it may change when it is called; so it may what its captures
/// are made from, as `[&m = n]` and `[m = &n]`.
void Uniformity::collectLambda(const LambdaExpr *Lambda, Region *In) {
  for (const LambdaCapture &C : Lambda->captures())
    if (C.capturesVariable() && C.getCaptureKind() == LCK_ByRef)
      if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar()))
        escape(V);
  for (const Expr *Init : Lambda->capture_inits())
    collect(Init, In);
}

void Uniformity::define(const Expr *Target, const Expr *Value, Region *In) {
  const VarDecl *V = variableIn(Target);
  if (V->getType()->isReferenceType())
    return escape(V);
  Defined.insert(V);
  Definitions.push_back({V, Value, In});
}

//===----------------------------------------------------------------------===//
// Settling
//===----------------------------------------------------------------------===//

void Uniformity::settle() {
  while (settleOnce())
    ;
}

/// True if something was seen to vary that had not been.
bool Uniformity::settleOnce() {
  bool Changed = false;
  for (Region &R : Regions) // outer ones come first
    if (!R.Divergent && ((R.Outer && R.Outer->Divergent) ||
                         (R.Condition && !isUniform(R.Condition, 0))))
      Changed = R.Divergent = true;
  for (const Jump &J : Jumps)
    for (Region *Left : J.Leaves)
      if (J.From->Divergent && !Left->Divergent)
        Changed = Left->Divergent = true;
  for (const Definition &D : Definitions)
    if (!Varying.contains(D.Var) &&
        (D.In->Divergent || (D.Value && !isUniform(D.Value, 0)))) {
      Varying.insert(D.Var);
      Changed = true;
    }
  return Changed;
}

bool Uniformity::isUniformVariable(const VarDecl *V) const {
  if (V->hasAttr<CUDAConstantAttr>())
    return true;
  if (Varying.contains(V))
    return false;
  if (const auto *P = dyn_cast<ParmVarDecl>(V))
    // Those of a callee are asked for only if what is passed is uniform.
    return P->getDeclContext() != Kernel || Kernel->hasAttr<CUDAGlobalAttr>();
  return V->isLocalVarDecl() && !V->isStaticLocal() &&
         !V->hasAttr<CUDASharedAttr>() && V->getType()->isScalarType() &&
         Defined.contains(V);
}

/// Nothing writes what a kernel reads through `const T *__restrict__` (CUDA C++
/// Programming Guide, "__restrict__").
bool Uniformity::isUniformElement(const Expr *LValue, unsigned Depth) const {
  const auto *Element = dyn_cast<ArraySubscriptExpr>(LValue->IgnoreParens());
  const VarDecl *Of =
      Element ? variableIn(Element->getBase()->IgnoreParenImpCasts()) : nullptr;
  const auto *Kernel = isa_and_nonnull<ParmVarDecl>(Of)
                           ? dyn_cast<FunctionDecl>(Of->getDeclContext())
                           : nullptr;
  return Kernel && Kernel->hasAttr<CUDAGlobalAttr>() &&
         Of->getType().isRestrictQualified() &&
         Of->getType()->isPointerType() &&
         Of->getType()->getPointeeType().isConstQualified() &&
         !Of->getType()->getPointeeType().isVolatileQualified() &&
         isUniformVariable(Of) && isUniform(Element->getIdx(), Depth + 1);
}

bool Uniformity::isUniformCast(const CastExpr *Cast, unsigned Depth) const {
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue: {
    const Choices Read(Cast->getSubExpr());
    return llvm::all_of(
               Read.Conditions,
               [&](const Expr *Each) { return isUniform(Each, Depth + 1); }) &&
           llvm::all_of(Read.Arms, [&](const Expr *Each) {
             const VarDecl *V = readIn(Each);
             return isOfBlock(Each) || isUniformElement(Each, Depth) ||
                    (V && !V->getType().isVolatileQualified() &&
                     isUniformVariable(V));
           });
  }
  case CK_NoOp:
  case CK_BitCast:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingCast:
  case CK_FloatingToIntegral:
  case CK_PointerToBoolean:
  case CK_NullToPointer:
    return isUniform(Cast->getSubExpr(), Depth + 1);
  default:
    return false;
  }
}

/// `min(a, b)`, or a function that returns what it computes of its arguments.
bool Uniformity::isUniformCall(const CallExpr *Call, unsigned Depth) const {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || isa<CXXMethodDecl>(F) || !F->getIdentifier() ||
      llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
        return !P->getType()->isScalarType();
      }))
    return false;
  for (const Expr *Argument : Call->arguments())
    if (!isUniform(Argument, Depth + 1))
      return false;
  if (isSystem(F))
    return llvm::is_contained({"min", "max", "abs"}, F->getName());
  const Expr *Value = returned(F);
  return Value && isUniform(Value, Depth + 1);
}

bool Uniformity::isUniform(const Expr *E, unsigned Depth) const {
  if (!E || Depth > MaxDepth)
    return false;
  E = E->IgnoreParens();
  if (isConstant(E, Context) || isOfBlock(E))
    return true;
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return isUniform(Full->getSubExpr(), Depth + 1);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return isUniformCast(Cast, Depth);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return isUniformCall(Call, Depth);
  if (const auto A = builtinAssignment(E)) {
    const VarDecl *V = variableIn(A->Target);
    return V && isUniformVariable(V) &&
           (!A->Value || isUniform(A->Value, Depth + 1));
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return llvm::is_contained({UO_Plus, UO_Minus, UO_Not, UO_LNot},
                              Unary->getOpcode()) &&
           isUniform(Unary->getSubExpr(), Depth + 1);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return (Binary->isCommaOp() || isUniform(Binary->getLHS(), Depth + 1)) &&
           isUniform(Binary->getRHS(), Depth + 1);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return isUniform(Choice->getCond(), Depth + 1) &&
           isUniform(Choice->getTrueExpr(), Depth + 1) &&
           isUniform(Choice->getFalseExpr(), Depth + 1);
  return false;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

const Stmt *Uniformity::findDivergence(const Stmt *Loop) const {
  auto At = Loops.find(Loop);
  if (At == Loops.end())
    return Loop;
  const Stmt *Outermost = nullptr;
  for (const Region *R = At->second; R && R->Divergent; R = R->Outer)
    Outermost = R->Owner;
  return Outermost;
}

const Stmt *Uniformity::findExit(const Stmt *Loop) const {
  if (Unknown)
    return Unknown;
  auto At = Loops.find(Loop);
  const SourceManager &SM = Context.getSourceManager();
  for (const Jump &J : Jumps) {
    if (!isa<ReturnStmt>(J.At) || !J.From->Divergent)
      continue;
    bool Before = SM.isBeforeInTranslationUnit(
        SM.getExpansionLoc(J.At->getBeginLoc()),
        SM.getExpansionRange(Loop->getEndLoc()).getEnd());
    bool ComesAgain = false; // from behind it, by an outer loop
    for (const Region *R = At == Loops.end() ? nullptr : At->second; R;
         R = R->Outer)
      ComesAgain |= llvm::is_contained(J.Leaves, R);
    if (Before || ComesAgain)
      return J.At;
  }
  return nullptr;
}

} // namespace pipeline_rewrite
