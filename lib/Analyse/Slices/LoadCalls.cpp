//===- LoadCalls.cpp - Functions that fill tiles for the loop -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calling such a function earlier overlaps nothing: its stores wait for its
// loads. So its body is split like the loop's own loads, in functions beside
// it, which is possible only where the body means the same to them.
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/LoadCalls.h"
#include "Analyse/LoopAnalysis.h"
#include "Ast/Below.h"
#include "Ast/Constructs.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The function itself, with its body; nullptr for members and lambdas, and
/// where there is no body.
const FunctionDecl *plainCallee(const CallExpr *Call) {
  const FunctionDecl *F = findBodyOf(Call);
  return F && !isa<CXXMethodDecl>(F) ? F : nullptr;
}

bool isLambda(const FunctionDecl *F) {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  return M && M->getParent()->isLambda();
}

/// True if \p V is declared by a statement of a block, alone.
bool isStatement(const VarDecl *V, const Stmt *S) {
  return findBelow<CompoundStmt>(S, [&](const CompoundStmt *Block) {
    return llvm::any_of(Block->body(), [&](const Stmt *Each) {
      const auto *D = dyn_cast<DeclStmt>(Each);
      return D && D->isSingleDecl() && D->getSingleDecl() == V;
    });
  });
}

/// The local of the loop's function that holds the lambda which is called, and
/// outlives the iteration; nullptr if it comes from elsewhere.
const VarDecl *lambdaVariable(const LoopAnalysis &A, const CallExpr *Call) {
  const VarDecl *V = plainVariable(Call->getArg(0));
  return V && V->getDeclContext() == A.K.Function && A.isOutside(V) &&
                 !V->getType()->isReferenceType() && !V->hasGlobalStorage() &&
                 V->getInit() &&
                 isa<LambdaExpr>(V->getInit()->IgnoreUnlessSpelledInSource()) &&
                 isStatement(V, A.K.Function->getBody())
             ? V
             : nullptr;
}

/// The one parameter that \p S names; nullptr if it names several, or anything
/// that is not a constant.
const ParmVarDecl *onlyParameter(const Stmt *S, const ASTContext &Context,
                                 const ParmVarDecl *Found, bool &Fits) {
  if (!S)
    return Found;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || V->isUsableInConstantExpressions(Context))
      return Found;
    const auto *P = dyn_cast<ParmVarDecl>(V);
    Fits &= P && (!Found || Found == P);
    return P;
  }
  Fits &= !isa<CallExpr>(S) || isa<CXXOperatorCallExpr>(S);
  for (const Stmt *Child : S->children())
    Found = onlyParameter(Child, Context, Found, Fits);
  return Found;
}

const Expr *stripCleanups(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  const auto *C = dyn_cast_or_null<ExprWithCleanups>(E);
  return C ? C->getSubExpr() : E;
}

/// The parameter through which every statement of \p Body stores, and which
/// alone says where; nullptr if there is none, or the body does more.
const ParmVarDecl *onlyTarget(LoopAnalysis &A, const Stmt *Body) {
  const ParmVarDecl *Where = nullptr;
  bool Fits = true;
  for (const Stmt *S : Body->children()) {
    const Expr *E = stripCleanups(S);
    if (!E)
      return nullptr;
    auto [Target, Value] = assignmentSides(E);
    if (!Target || !A.Collector.collect(Value).Accesses.empty())
      return nullptr;
    Where = onlyParameter(Target, A.Context, Where, Fits);
  }
  return Fits ? Where : nullptr;
}

bool hasEffects(LoopAnalysis &A, const CallExpr *Call) {
  return llvm::any_of(Call->children(), [&](const Stmt *Arg) {
    Effects E = A.Collector.collect(Arg);
    return !E.isPure() || !E.Writes.empty();
  });
}

/// Something in the text of \p S that another instance, or another call, may
/// find different; nullptr if there is nothing.
const Stmt *findVariable(const Stmt *S) {
  return findBelow(S, [](const Stmt *Each) {
    const auto *If = dyn_cast<IfStmt>(Each);
    return (If && If->isConstexpr()) || declaresStatic(Each);
  });
}

/// A member function can have halves beside it.
Answer canHaveMembers(const CXXMethodDecl *M) {
  const CXXRecordDecl *Class = M->getParent();
  if (M->isOverloadedOperator() || isa<CXXConversionDecl>(M))
    return "is an operator of a class";
  if (M->getTemplateInstantiationPattern()
          ? M->getTemplateInstantiationPattern()->isOutOfLine()
          : M->isOutOfLine())
    return "is defined outside its class";
  if (Class->isLocalClass())
    return "belongs to a class of the function itself";
  for (const DeclContext *C = Class; C; C = C->getParent())
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(C);
        S && (S->isExplicitSpecialization() ||
              !isa<ClassTemplateDecl *>(S->getInstantiatedFrom())))
      return "belongs to a specialisation of a template";
  return Answer::yes();
}

/// A lambda can have halves beside it.
Answer canHaveLambdas(const LoadCall &C) {
  if (!C.Lambda)
    return "is no lambda that a local in front of the loop holds";
  if (C.lambda()->isMutable())
    return "has a state of its own";
  if (C.lambda()->isGenericLambda())
    return "has parameters of any type";
  return Answer::yes();
}

/// The definition that an instance was made from, or the function's own.
const FunctionDecl *declarationOf(const FunctionDecl *F) {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  return (Pattern ? Pattern : F)->getCanonicalDecl();
}

/// The halves of \p Callers can call halves in its place.
Answer canBeCalledFrom(const LoadCall &C,
                       llvm::ArrayRef<const LoadCall *> Callers) {
  for (const LoadCall *Caller : Callers)
    if (declarationOf(Caller->Callee) == declarationOf(C.Callee))
      return "calls itself";
  const LambdaExpr *Around =
      Callers.empty() ? nullptr : Callers.back()->lambda();
  if (C.Lambda && Around && Around->getCaptureDefault() == LCD_None)
    return "is captured by name, as its halves would have to be";
  return Answer::yes();
}

/// Halves are known by the name of what they are made of.
Answer hasNameAlone(const LoopAnalysis &A, const LoadCall &C) {
  for (const LoadCall &Other : A.Facts.Calls)
    if (Other.Callee && C.Callee &&
        Other.Callee->getDeclName() == C.Callee->getDeclName() &&
        Other.Callee->getDeclContext()->getRedeclContext()->Equals(
            C.Callee->getDeclContext()->getRedeclContext()) &&
        declarationOf(Other.Callee) != declarationOf(C.Callee))
      return "has the name of another function that fills one";
  return Answer::yes();
}

/// The function as a whole, whatever its body does, can have halves.
Answer canHaveHalves(LoopAnalysis &A, const LoadCall &C) {
  const CallExpr *Call = C.Call;
  const FunctionDecl *F = C.Callee;
  if (!F)
    return "has no body here, or one that is chosen when it runs";
  if (A.SM.isInSystemHeader(F->getLocation()))
    return "belongs to a library";
  if (!F->getReturnType()->isVoidType())
    return "returns a value";
  if (F->isVariadic() || F->hasAttr<NoInlineAttr>())
    return "cannot be part of its caller";
  if (F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    return "is a specialisation of a template";
  if (llvm::any_of(Call->arguments(),
                   [](const Expr *Arg) { return isa<CXXDefaultArgExpr>(Arg); }))
    return "is called with default arguments";
  if (isa<ParenExpr>(Call->getCallee()->IgnoreImpCasts()))
    return "is called in parentheses";
  if (Call->usesADL()) // a half may not be given that argument
    return "is found in the namespace of an argument";
  if (hasEffects(A, Call))
    return "is called with arguments that change something";
  if (isLambda(F))
    return canHaveLambdas(C);
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  return M ? canHaveMembers(M) : Answer::yes();
}

/// A variable of the loop that the lambda names and of which the loads need a
/// copy: that exists in the loop alone. nullptr if there is none.
const VarDecl *findCopiedCapture(const LoopAnalysis &A, const LoadCall &C,
                                 const Effects &E) {
  for (const VarDecl *V : E.Reads)
    if (C.Lambda && A.Facts.needsCopy(V))
      return V;
  return nullptr;
}

} // namespace

const Expr *findStoredArgument(LoopAnalysis &A, const CallExpr *Call) {
  const FunctionDecl *F = plainCallee(Call);
  if (!F || !F->getReturnType()->isVoidType() || hasEffects(A, Call))
    return nullptr;
  InCallee In(A.Collector, Call);
  const ParmVarDecl *Where = onlyTarget(A, F->getBody());
  for (unsigned I = 0; I < F->getNumParams() && I < Call->getNumArgs(); ++I)
    if (F->getParamDecl(I) == Where)
      return Call->getArg(I);
  return nullptr;
}

std::optional<Refusal>
findUnsplittable(LoopAnalysis &A, LoadCall &C,
                 llvm::ArrayRef<const LoadCall *> Callers) {
  C.Callee = findBodyOf(C.Call);
  if (isLambda(C.Callee))
    C.Lambda = lambdaVariable(A, C.Call);
  const FunctionDecl *Named = C.Call->getDirectCallee();
  std::string Name = C.Lambda             ? "'" + C.name() + "'"
                     : isLambda(C.Callee) ? "a lambda"
                     : Named              ? "'" + Named->getNameAsString() + "'"
                                          : "what";
  auto No = [&](const std::string &Why, const Stmt *Cause) {
    return A.refuse(RefusalId::LoadInCallee,
                    "a tile is filled by " + Name + ", which " + Why, Cause,
                    "here");
  };
  Answer May = canHaveHalves(A, C);
  May.also(canBeCalledFrom(C, Callers));
  May.also(hasNameAlone(A, C));
  if (May.isNo())
    return No(May.because(), C.Call);
  const Stmt *Body = C.Callee->getBody();
  if (const Stmt *Jump = findJump(Body))
    return No("has control flow other than if and for", Jump);
  if (const Stmt *S = findVariable(Body))
    return No("has 'if constexpr' or a static variable", S);
  InCallee In(A.Collector, C.Call);
  Effects E = A.Collector.collect(Body);
  for (const VarDecl *V : E.Writes)
    if (V->getParentFunctionOrMethod() != C.Callee)
      return No("also writes '" + V->getNameAsString() + "'", C.Call);
  if (const VarDecl *V = findCopiedCapture(A, C, E))
    return No("reads '" + V->getNameAsString() +
                  "' of the loop, not a parameter",
              C.Call);
  return std::nullopt;
}

} // namespace pipeline_rewrite
