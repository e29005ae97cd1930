//===- BareVariable.cpp - Variables declared without a value --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/BareVariable.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

bool isBareVariable(const VarDecl *V) {
  const auto *Made = dyn_cast_or_null<CXXConstructExpr>(V->getInit());
  return !V->getInit() || (Made && Made->getNumArgs() == 0 &&
                           Made->getConstructor()->isTrivial());
}

} // namespace pipeline_rewrite
