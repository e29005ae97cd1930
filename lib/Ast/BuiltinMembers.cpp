//===- BuiltinMembers.cpp - threadIdx.x and its like ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/BuiltinMembers.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

/// The variable of CUDA that \p S is a member of: `threadIdx` of `threadIdx.x`.
static bool isObject(const Stmt *S, llvm::StringRef Name) {
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(S))
    return Opaque->getSourceExpr() && isObject(Opaque->getSourceExpr(), Name);
  if (const auto *Cast = dyn_cast<CastExpr>(S))
    return isObject(Cast->getSubExpr(), Name);
  const VarDecl *V = namedVariable(S);
  return V && V->getName() == Name && V->isFileVarDecl();
}

// `threadIdx.x` is a property in clang's headers.
bool isBuiltinMember(const Expr *E, llvm::StringRef Object,
                     llvm::StringRef Name) {
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E))
    E = Pseudo->getSyntacticForm()->IgnoreParenImpCasts();
  if (const auto *P = dyn_cast<MSPropertyRefExpr>(E))
    return P->getPropertyDecl()->getName() == Name &&
           isObject(P->getBaseExpr(), Object);
  const auto *M = dyn_cast<MemberExpr>(E);
  return M && M->getMemberDecl()->getName() == Name &&
         isObject(M->getBase(), Object);
}

} // namespace pipeline_rewrite
