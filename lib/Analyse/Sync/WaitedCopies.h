//===- WaitedCopies.h - Asynchronous copies that are waited for at once ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   cp.async(&As[t], &A[k]); commit; wait for all; barrier; compute; barrier;
//
// hides nothing: it is, word for word,
//
//   As[t] = A[k]; barrier; compute; barrier;
//
// whose copies the passes know how to move ahead.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_WAITEDCOPIES_H
#define PIPELINE_REWRITE_ANALYSE_WAITEDCOPIES_H

#include "Analyse/LoopAnalysis.h"
#include "Match/AsyncStatements.h"

namespace pipeline_rewrite {

/// A statement of the loop, and what it is.
struct AsyncAt {
  const clang::Stmt *At;
  AsyncStatement Is;
};

/// The statements of a loop that waits for all that it copies before it uses
/// shared memory, in the order of the text, if nothing is in flight where it
/// begins. Nothing for a loop that computes meanwhile, or where that is not
/// known.
std::optional<std::vector<AsyncAt>> findWaitedCopies(const LoopAnalysis &A);

/// Assignments in place of them: texts for Refusal::Plain. Empty if they cannot
/// be written.
std::vector<OtherText> plainCopies(const LoopAnalysis &A,
                                   llvm::ArrayRef<AsyncAt> Copies);

} // namespace pipeline_rewrite
#endif
