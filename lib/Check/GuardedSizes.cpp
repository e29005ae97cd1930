//===- GuardedSizes.cpp - Sizes that a kernel guards against --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Check/GuardedSizes.h"
#include "Ast/Below.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class GuardFinder : public DynamicRecursiveASTVisitor {
public:
  std::set<const ValueDecl *> Guarded;

  bool VisitIfStmt(IfStmt *S) override {
    note(S->getCond());
    return true;
  }
  bool VisitConditionalOperator(ConditionalOperator *E) override {
    note(E->getCond());
    return true;
  }
  /// `bool inside = row < M && col < N;`
  bool VisitVarDecl(VarDecl *V) override {
    if (V->getType()->isBooleanType() && V->getInit())
      note(V->getInit());
    return true;
  }

private:
  void note(const Stmt *S) {
    forEachBelow<DeclRefExpr>(
        S, [&](const DeclRefExpr *Ref) { Guarded.insert(Ref->getDecl()); });
  }
};

} // namespace

std::vector<unsigned> guardedIntegers(const UnitKernel &Kernel) {
  GuardFinder Finder;
  Finder.TraverseStmt(Kernel.Function->getBody());
  std::vector<unsigned> Out;
  const auto Integers = integersOf(Kernel.Signature);
  for (unsigned I = 0; I < Integers.size(); ++I)
    if (Integers[I].Part->What == ScalarPart::Kind::Integer &&
        Finder.Guarded.count(
            Kernel.Function->getParamDecl(Integers[I].Parameter)))
      Out.push_back(I);
  return Out;
}

} // namespace pipeline_rewrite
