//===- KeptLoads.cpp - What of the load slice belongs to a phase ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/KeptLoads.h"
#include "Ast/OnceBlock.h"

using namespace clang;

namespace pipeline_rewrite {

bool KeptLoads::isKept(const Stmt *S) const {
  if (!S)
    return false;
  if (isLoadLeaf(S))
    return actionOf(S) != LeafAction::Drop;
  if (const auto *If = dyn_cast<IfStmt>(S))
    return isKept(If->getThen()) || isKept(If->getElse());
  if (const auto *For = dyn_cast<ForStmt>(S))
    return isKept(For->getBody());
  if (const CompoundStmt *Block = onceBlock(S))
    return isKept(Block);
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return isKept(Child); });
}

bool KeptLoads::becomesSeveral(const Stmt *S) const {
  switch (S && isLoadLeaf(S) ? actionOf(S) : LeafAction::Drop) {
  case LeafAction::Copy:
    return T.Slice.findStore(S)->Guard;
  case LeafAction::Fetch:
    return llvm::count_if(T.Phases.Fetches,
                          [&](const Fetch &F) { return F.writtenBy(S); }) > 1;
  case LeafAction::FetchAndKeep:
  case LeafAction::KeepAndFetch:
    return true;
  default:
    return false;
  }
}

bool KeptLoads::declares() const {
  return llvm::any_of(T.Slice.Units, [&](const LoopUnit &U) {
    return U.isLoadSide() && !U.Advance && isa<DeclStmt>(U.S) && isKept(U.S) &&
           actionOf(U.S) != LeafAction::Fetch;
  });
}

} // namespace pipeline_rewrite
