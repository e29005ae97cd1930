//===- Copies.cpp - Variables of which the loads can have a copy ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The load side names its copy wherever the text names the variable. What
// reaches the variable by another name (a pointer to it, a reference, a lambda
// that captured it) would still reach the original.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopAnalysis.h"
#include "Analyse/Slices/SliceSteps.h"
#include "Ast/Below.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// \p Method may keep or give out the address of its object, as more than the
/// object that an expression goes on with: `return *this;`.
bool keepsObject(const Stmt *S) {
  auto IsSeen = [](const Stmt *Each) {
    const auto *R = dyn_cast<ReturnStmt>(Each);
    const auto *U =
        R && R->getRetValue()
            ? dyn_cast<UnaryOperator>(R->getRetValue()->IgnoreParenImpCasts())
            : nullptr;
    return !isa<MemberExpr>(Each) && !(U && U->getOpcode() == UO_Deref &&
                                       isa<CXXThisExpr>(U->getSubExpr()));
  };
  return findBelow(
      S, [](const Stmt *E) { return isa<CXXThisExpr>(E); }, IsSeen);
}

/// What gives the variable another name outside the loop, whose own text is
/// edited; nullptr if nothing does.
class OtherNameFinder {
public:
  OtherNameFinder(const LoopAnalysis &A, const VarDecl *V) : A(A), V(V) {}

  const Stmt *find(const Stmt *Body) {
    forEachUse(Body, [&](const VariableUse &Use) {
      if (!Found && Use.Var == V && isOther(Use))
        Found = Use.By ? Use.By : Use.At;
    });
    return Found ? Found : findDeclared(Body);
  }

private:
  bool isOther(const VariableUse &Use) const {
    if (A.inLoop(Use.At)) // a reference that the header declares stays
      return Use.As && A.inLoop(Use.At) && A.isOutside(Use.As);
    switch (Use.Kind) {
    case UseKind::Value:
    case UseKind::Assign:
    case UseKind::Update:
    case UseKind::Change:
      return false;
    case UseKind::Captured:
    case UseKind::Alias:
      return true;
    case UseKind::Bound:
    case UseKind::Given:
      return !Use.By || mayKeep(Use);
    }
    llvm_unreachable("no such use");
  }

  /// Given to a function that may keep its address.
  static bool mayKeep(const VariableUse &Use) {
    const auto *Call = dyn_cast<CallExpr>(Use.By);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (F && isSystem(F))
      return false;
    const FunctionDecl *Body = nullptr;
    if (Use.IsObject)
      return !F || (F->hasBody(Body) && keepsObject(Body->getBody()));
    return true;
  }

  /// A pointer or reference that is made from what a call gives out.
  const Stmt *findDeclared(const Stmt *S) const {
    return findBelow(
        S,
        [&](const Stmt *Each) {
          const auto *D = dyn_cast<DeclStmt>(Each);
          return D && llvm::any_of(D->decls(), [&](const Decl *Declared) {
                   const auto *R = dyn_cast<VarDecl>(Declared);
                   return R && leadsTo(R);
                 });
        },
        [&](const Stmt *Each) { return Each != A.K.Loop; });
  }

  bool leadsTo(const VarDecl *R) const {
    const Provenance &From = A.Collector.provenance();
    if (!R->getInit() || Provenance::isObject(R))
      return false;
    return R->getType()->isReferenceType()
               ? From.ofLValue(R->getInit()).contains(V)
               : Provenance::isObject(V) &&
                     From.ofPointer(R->getInit()).Vars.contains(V);
  }

  const LoopAnalysis &A;
  const VarDecl *V;
  const Stmt *Found = nullptr;
};

} // namespace

std::optional<Refusal> findUncopyable(const LoopAnalysis &A, const VarDecl *V) {
  auto No = [&](const std::string &Why, const Stmt *Cause) {
    return A.refuse(RefusalId::UnsupportedUpdate,
                    "the loads need a copy of '" + textName(V) + "', " + Why,
                    Cause, "here");
  };
  if (V->getType()->isArrayType()) {
    Refusal R =
        A.refuse(RefusalId::UnsupportedUpdate,
                 "the loads need a copy of the array '" + V->getNameAsString() +
                     "', which the computation uses as well");
    R.Advice = "Give the loads an array of their own.";
    return R;
  }
  if (!V->getType().getNonReferenceType().isTriviallyCopyableType(A.Context))
    return No("an object that a copy may not be the same as", nullptr);
  if (isa<DecompositionDecl>(V))
    return No("whose parts have names of their own", nullptr);
  if (const CXXRecordDecl *R = V->getType()->getAsCXXRecordDecl();
      R && R->isLambda())
    return No("a lambda that has a state", nullptr);
  if (V->getType()->isReferenceType())
    return No("a reference to something else", nullptr);
  if (const Stmt *S = OtherNameFinder(A, V).find(A.K.Function->getBody()))
    return No("which has another name", S);
  return std::nullopt;
}

} // namespace pipeline_rewrite
