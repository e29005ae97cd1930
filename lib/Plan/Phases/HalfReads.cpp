//===- HalfReads.cpp - What half of a call needs of its caller ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Phases/HalfReads.h"

using namespace clang;

namespace pipeline_rewrite {

Effects readByHalf(const LoadCall &Call, const Effects &Whole,
                   const llvm::SmallSetVector<unsigned, 8> &Kept,
                   EffectsCollector &Collector) {
  Effects Out;
  const bool Finds = Call.Lambda || Call.object();
  if (Finds)
    Out.Reads.insert(Whole.Reads.begin(), Whole.Reads.end());
  for (const Expr *Each : templateArguments(Call.Call)) {
    const Effects E = Collector.collect(Each);
    Out.Reads.insert(E.Reads.begin(), E.Reads.end());
  }
  for (unsigned I : Kept) {
    const Expr *Arg = Call.argument(I);
    const Effects E = Collector.collect(Arg);
    Out.Reads.insert(E.Reads.begin(), E.Reads.end());
    Out.Accesses.append(E.Accesses.begin(), E.Accesses.end());
    if (!Arg->getType()->isPointerType())
      continue;
    const Provenance &From = Collector.provenance();
    for (const VarDecl *V : From.ofPointer(Arg).Vars)
      if (From.spaceOf(V, /*Held=*/false) == Space::Private)
        Out.Reads.insert(V);
  }
  return Out;
}

} // namespace pipeline_rewrite
