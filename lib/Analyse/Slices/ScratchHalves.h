//===- ScratchHalves.h - A variable in the halves of a loop ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Scratch and ScratchParts, which ask the same of a whole variable
// and of its bytes.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_SCRATCHHALVES_H
#define PIPELINE_REWRITE_ANALYSE_SCRATCHHALVES_H

#include "Analyse/LoopAnalysis.h"
#include "Ast/Mentions.h"

namespace pipeline_rewrite {

/// The loop's own head names \p V.
inline bool isNamedByHead(const LoopAnalysis &A, const clang::VarDecl *V) {
  return findMention(A.K.init(), V) || findMention(A.K.Condition, V) ||
         findMention(A.K.increment(), V);
}

/// Walks the statements that name \p V, each with its half.
/// Gives: false if something between the halves names it.
template <typename Walk>
bool walkHalves(const LoopAnalysis &A, const clang::VarDecl *V, Walk &Loads,
                Walk &Computation) {
  const unsigned Load = A.Facts.LoadBarrier, Trail = A.Facts.TrailingBarrier;
  for (unsigned I = 0; I < A.K.Units.size(); ++I) {
    if (!findMention(A.K.Units[I], V))
      continue;
    if (A.isBarrier(I) || (Trail < Load ? I < Trail : I > Trail))
      return false;
    (I < Load ? Loads : Computation).walk(A.K.Units[I]);
  }
  return true;
}

} // namespace pipeline_rewrite
#endif
