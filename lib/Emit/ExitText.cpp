//===- ExitText.cpp - Where a loop is left before its last tile -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/ExitText.h"
#include "Mutation.h"

using namespace clang;

namespace pipeline_rewrite {

/// The wait in front of the trailing barrier is for all copies but a ring's.
static bool leavesCopies(const LoopText &T) {
  const std::vector<LoopUnit> &Units = T.Facts.Units;
  return T.Plan.usesAsync() &&
         llvm::any_of(T.Facts.Loop->Exits, [&](const LoopExit &E) {
           auto Before = [&](const LoopUnit &U) { return U.S == E.Unit; };
           return T.Plan.isRing() || T.Facts.barrierOnTop() ||
                  llvm::any_of(
                      llvm::ArrayRef(Units).take_front(T.Facts.TrailingBarrier),
                      Before);
         });
}

void awaitBehindExit(const LoopText &T, EditSet &Out, unsigned Behind) {
  if (!leavesCopies(T) || mutated(Mutation::ExitUnawaited))
    return;
  const std::string NL = T.newline();
  Out.insert(Behind,
             NL + T.Indent +
                 "// A break leaves the copies of the next tile behind." + NL +
                 T.Indent + T.Async->wait(0) + NL);
}

} // namespace pipeline_rewrite
