//===- KLoop.cpp - A loop that owns a block barrier -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Match/KLoop.h"
#include "clang/AST/Attr.h"

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

const LoopHintAttr *KLoop::unrollHint() const {
  const auto *Attributed = dyn_cast<AttributedStmt>(Whole);
  if (!Attributed)
    return nullptr;
  for (const Attr *A : Attributed->getAttrs()) {
    const auto *Hint = dyn_cast<LoopHintAttr>(A);
    if (Hint && Hint->getState() != LoopHintAttr::Disable &&
        (Hint->getOption() == LoopHintAttr::Unroll ||
         Hint->getOption() == LoopHintAttr::UnrollCount) &&
        Hint->getLocation().isFileID())
      return Hint;
  }
  return nullptr;
}

bool KLoop::isVote(const Stmt *Unit) const {
  return llvm::is_contained(Votes, Unit);
}

bool KLoop::isBodyFirst() const { return isa<DoStmt>(Loop); }

} // namespace pipeline_rewrite
