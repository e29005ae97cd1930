//===- Fences.cpp - Fences that loads may not cross -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/BlockWaits.h"
#include "Analyse/LoopQuestions.h"
#include "Ast/Loops.h"

namespace pipeline_rewrite {

std::optional<Refusal> findFence(const LoopAnalysis &A) {
  const Effects *Wide = nullptr, *Fence = nullptr;
  bool Waits = false;
  for (const Effects &E : A.UnitEffects) {
    if (E.WideFence && !Wide)
      Wide = &E;
    if (E.Fence && !Fence)
      Fence = &E;
    Waits |= E.Volatile || llvm::any_of(E.Accesses, [](const Access &Acc) {
               return Acc.Atomic;
             });
  }
  if (Wide)
    return A.refuse(RefusalId::MemoryFence,
                    "loads would move across a memory fence", Wide->WideFence,
                    "fence");
  if (const clang::Stmt *Wait =
          findWaitForBlock(loopBody(A.K.Loop), A.K.Function))
    return A.refuse(RefusalId::MemoryFence,
                    "loads would move in front of a wait for another block",
                    Wait, "it waits");
  if (!Fence || !Waits)
    return std::nullopt;
  return A.refuse(RefusalId::MemoryFence,
                  "an atomic or a volatile access may say that other threads "
                  "have stored what is loaded after a fence",
                  Fence->Fence, "fence");
}

} // namespace pipeline_rewrite
