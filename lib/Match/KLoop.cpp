//===- KLoop.cpp - A loop that owns a block barrier -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Match/KLoop.h"

using namespace clang;

namespace pipeline_rewrite {

const Stmt *KLoop::init() const {
  const auto *For = dyn_cast<ForStmt>(Loop);
  return For ? For->getInit() : nullptr;
}

const Expr *KLoop::increment() const {
  const auto *For = dyn_cast<ForStmt>(Loop);
  return For ? For->getInc() : nullptr;
}

bool KLoop::isBodyFirst() const { return isa<DoStmt>(Loop); }

} // namespace pipeline_rewrite
