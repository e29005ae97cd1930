//===- CopyState.cpp - Where what counts the copies is made ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Copies/CopyState.h"
#include "Ast/Below.h"
#include "Ast/Parents.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isLoop(const Stmt *S) {
  if (const auto *With = dyn_cast<AttributedStmt>(S))
    S = With->getSubStmt();
  return isa<ForStmt, WhileStmt, DoStmt>(S);
}

/// The first loop on the way from \p S down to \p To that is a statement of a
/// block, and begins in the file's own text.
const Stmt *firstLoop(const Stmt *S, const Stmt *To) {
  for (const Stmt *Each : S->children()) {
    if (!Each || Each == To || !contains(Each, To))
      continue;
    const bool IsWritten =
        Each->getBeginLoc().isFileID() && Each->getEndLoc().isFileID();
    return isa<CompoundStmt>(S) && isLoop(Each) && IsWritten
               ? Each
               : firstLoop(Each, To);
  }
  return nullptr;
}

} // namespace

const Stmt *loopThatKeepsState(const PipelinePlan &Plan) {
  const KLoop &K = *Plan.Facts->Loop;
  if (!Plan.usesAsync() || !K.InOuterLoop ||
      Plan.copies().Protocol.Behind != CopyProtocol::BarrierIfAgain ||
      // A jump leads to a place that nobody comes to by going on.
      hasBelow<LabelStmt, LambdaExpr>(K.Function->getBody()))
    return nullptr;
  return firstLoop(K.Function->getBody(), K.Whole);
}

bool beginsAgain(const PipelinePlan &Plan) {
  return loopThatKeepsState(Plan) && Plan.Facts->Boxes.MayBeStored;
}

} // namespace pipeline_rewrite
