//===- Parents.cpp - What a statement is part of --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Parents.h"
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

} // namespace pipeline_rewrite
