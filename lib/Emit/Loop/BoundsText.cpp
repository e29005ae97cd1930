//===- BoundsText.cpp - A kernel's launch bounds --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loop/BoundsText.h"

using namespace clang;

namespace pipeline_rewrite {

void writeBounds(LoopText &T, EditSet &Out) {
  if (!T.Plan.Bounds)
    return;
  const LaunchBounds &Of = T.Plan.Bounds->Of;
  const std::string Blocks = std::to_string(T.Plan.Bounds->Blocks);
  const Expr *Said = Of.SaidBlocks ? Of.SaidBlocks : Of.SaidThreads;
  if (!Said) {
    if (auto At = T.Source.spelled(Of.Name))
      return Out.insert(*At, "__launch_bounds__(" + std::to_string(Of.Threads) +
                                 ", " + Blocks + ") ");
  } else if (auto R = T.Source.range(Said)) {
    if (Of.SaidBlocks)
      return Out.replace(R->Begin, R->End, Blocks);
    return Out.insert(R->End, ", " + Blocks);
  }
  T.fail(RefusalId::CodeInMacro, "the kernel is declared in a macro", Of.Name);
}

} // namespace pipeline_rewrite
