//===- TileArguments.cpp - What decides how many tiles a loop has ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/TileArguments.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class ArgumentFinder : public DynamicRecursiveASTVisitor {
public:
  llvm::SmallPtrSet<const VarDecl *, 8> Seen;

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (!V || !Seen.insert(V).second || isa<ParmVarDecl>(V))
      return true;
    return !V->hasLocalStorage() || TraverseStmt(V->getInit());
  }
};

} // namespace

std::vector<const ParmVarDecl *> tileArguments(const LoopFacts &Of) {
  ArgumentFinder Finder;
  const KLoop &Loop = *Of.Loop;
  if (const auto *For = dyn_cast<ForStmt>(Loop.Loop))
    for (const Stmt *Each :
         {For->getInit(), static_cast<const Stmt *>(For->getInc())})
      Finder.TraverseStmt(const_cast<Stmt *>(Each));
  Finder.TraverseStmt(const_cast<Expr *>(Loop.Condition));
  std::vector<const ParmVarDecl *> Found;
  for (const ParmVarDecl *P : Loop.Function->parameters())
    if (Finder.Seen.contains(P) &&
        P->getType().getCanonicalType()->isBuiltinType() &&
        P->getType()->isIntegerType())
      Found.push_back(P);
  return Found;
}

} // namespace pipeline_rewrite
