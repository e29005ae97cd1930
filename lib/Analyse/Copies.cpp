//===- Copies.cpp - Variables of which the loads can have a copy ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The load side names its copy wherever the text names the variable. What
// reaches the variable by another name (a pointer to it, a reference, a lambda
// that captured it) would still reach the original.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopAnalysis.h"
#include "Match/DeviceFunctions.h"
#include "Mutation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class OtherNameFinder {
public:
  OtherNameFinder(const LoopAnalysis &A, const VarDecl *V) : A(A), V(V) {}

  /// What makes another name for the variable outside the loop, whose own text
  /// is edited; nullptr if nothing does.
  const Stmt *find(const Stmt *S) const {
    if (!S || S == A.K.Loop)
      return nullptr;
    if (const auto *L = dyn_cast<LambdaExpr>(S))
      return captures(L) ? L : nullptr;
    if (const auto *U = dyn_cast<UnaryOperator>(S);
        U && U->getOpcode() == UO_AddrOf && isVariable(U->getSubExpr()))
      return U;
    if (const auto *D = dyn_cast<DeclStmt>(S); D && declaresReference(D))
      return D;
    if (const auto *Call = dyn_cast<CallExpr>(S);
        Call && isGiven(Call, isa<CXXOperatorCallExpr>(Call)))
      return Call;
    if (const auto *Made = dyn_cast<CXXConstructExpr>(S);
        Made && !Made->getConstructor()->isCopyOrMoveConstructor() &&
        llvm::any_of(Made->arguments(),
                     [&](const Expr *Arg) { return isVariable(Arg); }))
      return Made;
    for (const Stmt *Child : S->children())
      if (const Stmt *Found = find(Child))
        return Found;
    return nullptr;
  }

private:
  bool captures(const LambdaExpr *L) const {
    return llvm::any_of(L->captures(), [&](const LambdaCapture &C) {
      return C.capturesVariable() && C.getCapturedVar() == V &&
             C.getCaptureKind() == LCK_ByRef;
    });
  }

  /// The variable or a part of it, as an lvalue.
  bool isVariable(const Expr *E) const {
    while (E && E->isGLValue()) {
      E = E->IgnoreParens();
      if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
        return Ref->getDecl() == V;
      if (const auto *M = dyn_cast<MemberExpr>(E))
        E = M->isArrow() ? nullptr : M->getBase();
      else if (const auto *C = dyn_cast<CastExpr>(E))
        E = C->getSubExpr();
      else
        E = nullptr;
    }
    return false;
  }

  bool declaresReference(const DeclStmt *D) const {
    return llvm::any_of(D->decls(), [&](const Decl *Each) {
      const auto *R = dyn_cast<VarDecl>(Each);
      return R && R->getType()->isReferenceType() && R->getInit() &&
             A.Collector.provenance().ofLValue(R->getInit()).Vars.contains(V);
    });
  }

  /// Given to a function that may keep its address. An operator's own object is
  /// named by the text.
  bool isGiven(const CallExpr *Call, bool Operator) const {
    const FunctionDecl *F = Call->getDirectCallee();
    if (F && isSystem(F))
      return false;
    for (unsigned I = Operator; I < Call->getNumArgs(); ++I)
      if (isVariable(Call->getArg(I)))
        return true;
    return false;
  }

  const LoopAnalysis &A;
  const VarDecl *V;
};

} // namespace

std::optional<Refusal> findUncopyable(const LoopAnalysis &A, const VarDecl *V) {
  auto No = [&](std::string Why, const Stmt *Cause) {
    return A.refuse(RefusalId::UnsupportedUpdate,
                    "the loads need a copy of '" + V->getNameAsString() +
                        "', " + Why,
                    Cause, "here");
  };
  if (V->getType()->isArrayType())
    return A.refuse(RefusalId::UnsupportedUpdate,
                    "the loads need a copy of the array '" +
                        V->getNameAsString() +
                        "', which the computation uses as well");
  if (!V->getType().getNonReferenceType().isTriviallyCopyableType(A.Context))
    return No("an object that a copy may not be the same as", nullptr);
  if (mutated(Mutation::AllowOtherName))
    return std::nullopt;
  if (V->getType()->isReferenceType())
    return No("a reference to something else", nullptr);
  if (const Stmt *S = OtherNameFinder(A, V).find(A.K.Function->getBody()))
    return No("which has another name", S);
  return std::nullopt;
}

} // namespace pipeline_rewrite
