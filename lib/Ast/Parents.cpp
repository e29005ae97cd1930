//===- Parents.cpp - What a statement is part of --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Parents.h"
#include "Ast/Below.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace pipeline_rewrite {

const Stmt *parentStatement(const Stmt *S, ASTContext &Context) {
  auto Parents = Context.getParents(*S);
  if (Parents.empty())
    return nullptr;
  if (const auto *V = Parents[0].get<VarDecl>())
    Parents = Context.getParents(*V);
  return Parents.empty() ? nullptr : Parents[0].get<Stmt>();
}

const FunctionDecl *functionOf(const Stmt *S, ASTContext &Context) {
  for (auto Parents = Context.getParents(*S); !Parents.empty();
       Parents = Context.getParents(Parents[0]))
    for (const DynTypedNode &Each : Parents)
      if (const auto *F = Each.get<FunctionDecl>())
        return F;
  return nullptr;
}

bool contains(const Stmt *Outer, const Stmt *Inner) {
  return findBelow(Outer, [&](const Stmt *S) { return S == Inner; });
}

} // namespace pipeline_rewrite
