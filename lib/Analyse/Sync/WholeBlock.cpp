//===- WholeBlock.cpp - Do all threads of the block run a loop? -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __syncthreads() does not wait for threads that have ended; a barrier in
// shared memory that counts them waits for ever. So what a K-loop's barriers
// prove of its threads is not enough there.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "Analyse/Sync/BarrierChoice.h"
#include "IR/Uniformity.h"
#include "Match/DeviceFunctions.h"
#include "Match/FindKLoops.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace pipeline_rewrite {

Answer isOfWholeBlock(const LoopAnalysis &A) {
  const FunctionDecl *Kernel = A.K.Function;
  if (!Kernel->hasAttr<CUDAGlobalAttr>())
    return "not all threads of the block may call '" +
           Kernel->getNameAsString() + "'";
  auto Line = [&](const Stmt *S) {
    return "line " + std::to_string(A.Unit.place(S->getBeginLoc()).Line);
  };
  if (const Stmt *Barrier = findChosenBarrier(A))
    return "another instance may wait for fewer threads: " + Line(Barrier);
  if (const Stmt *Exit = A.threads().findExit(A.K.Loop))
    return "some threads of the block may be gone: " + Line(Exit);
  const Stmt *Branch = A.threads().findDivergence(A.K.Loop);
  if (Branch == A.K.Loop)
    return "the number of iterations is not seen to be the same in all threads "
           "of the block";
  if (Branch)
    return "not all threads of the block may come to the loop: " + Line(Branch);
  return Answer::yes();
}

} // namespace pipeline_rewrite
