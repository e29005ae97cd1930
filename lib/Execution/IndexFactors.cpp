//===- IndexFactors.cpp - Numbers that are only factors -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/IndexFactors.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Expr.h"
#include <map>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The variable or field that \p E names.
const ValueDecl *namedNumber(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return dyn_cast<VarDecl>(Ref->getDecl());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return dyn_cast<FieldDecl>(Member->getMemberDecl());
  return nullptr;
}

class FactorFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitBinaryOperator(BinaryOperator *O) override {
    if (O->getOpcode() == BO_Mul)
      for (const Expr *Side : {O->getLHS(), O->getRHS()})
        addFactor(Side);
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *F = Call->getDirectCallee();
    for (unsigned I = 0; F && I < F->getNumParams() && I < Call->getNumArgs();
         ++I)
      addOther(F->getParamDecl(I), Call->getArg(I));
    return true;
  }

  bool VisitVarDecl(VarDecl *V) override {
    if (V->isLocalVarDecl() && V->getInit())
      addOther(V, V->getInit());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    ++Mentions[E->getDecl()];
    return true;
  }

  bool VisitMemberExpr(MemberExpr *E) override {
    ++Mentions[E->getMemberDecl()];
    return true;
  }

  bool isFactor(const ValueDecl *D) {
    if (!D->getType().getNonReferenceType()->isIntegerType() || !Mentions[D] ||
        !Asked.insert(D).second)
      return false;
    unsigned Good = Factors[D];
    for (const ValueDecl *Other : Others[D])
      Good += isFactor(Other);
    Asked.erase(D);
    return Good == Mentions[D];
  }

private:
  /// `ld * row`, or `ld / 4 * row`.
  void addFactor(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (const auto *O = dyn_cast<BinaryOperator>(E);
        O && (O->getOpcode() == BO_Div || O->getOpcode() == BO_Shr))
      E = O->getLHS();
    if (const ValueDecl *D = namedNumber(E))
      ++Factors[D];
  }

  void addOther(const VarDecl *V, const Expr *Value) {
    if (const ValueDecl *D = namedNumber(Value))
      Others[D].push_back(V);
  }

  std::map<const ValueDecl *, unsigned> Mentions, Factors;
  std::map<const ValueDecl *, std::vector<const ValueDecl *>> Others;
  std::set<const ValueDecl *> Asked;
};

} // namespace

std::set<std::string>
indexFactors(const FunctionDecl *Kernel,
             llvm::ArrayRef<const FunctionDecl *> Reached) {
  FactorFinder Finder;
  for (const FunctionDecl *F : Reached)
    Finder.TraverseStmt(F->getBody());
  std::set<std::string> Names;
  for (const ParmVarDecl *P : Kernel->parameters()) {
    if (Finder.isFactor(P))
      Names.insert(P->getNameAsString());
    if (const RecordDecl *R = P->getType()->getAsRecordDecl())
      for (const FieldDecl *F : R->fields())
        if (Finder.isFactor(F))
          Names.insert(P->getNameAsString() + "." + F->getNameAsString());
  }
  return Names;
}

} // namespace pipeline_rewrite
