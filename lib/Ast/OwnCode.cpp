//===- OwnCode.cpp - A walk through what users wrote ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/OwnCode.h"

using namespace clang;

namespace pipeline_rewrite {

bool OwnCodeVisitor::TraverseDecl(Decl *D) {
  if (D && !isa<TranslationUnitDecl>(D) &&
      SM.isInSystemHeader(D->getLocation()))
    return true;
  const FunctionDecl *Around = Inside;
  if (const auto *F = dyn_cast_or_null<FunctionDecl>(D))
    Inside = F;
  const bool GoOn = DynamicRecursiveASTVisitor::TraverseDecl(D);
  Inside = Around;
  return GoOn;
}

} // namespace pipeline_rewrite
