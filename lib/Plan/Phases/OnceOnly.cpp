//===- OnceOnly.cpp - What a computation may not repeat -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Phases/OnceOnly.h"

using namespace clang;

namespace pipeline_rewrite {

static const Stmt *findStatic(const Stmt *S) {
  if (!S)
    return nullptr;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each); V && V->isStaticLocal())
        return S;
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = findStatic(Child))
      return Found;
  return nullptr;
}

const Stmt *findOnceOnly(const LoopFacts &Facts) {
  for (const LoopUnit &U : Facts.Units)
    if (U.Role == UnitRole::Compute) {
      if (const Stmt *S = findStatic(U.S))
        return S;
      if (const Stmt *S = Facts.Collector->collect(U.S).OnceOnly)
        return S;
    }
  return nullptr;
}

} // namespace pipeline_rewrite
