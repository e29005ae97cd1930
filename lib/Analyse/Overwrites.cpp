//===- Overwrites.cpp - Elements that one thread stores twice -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The later store wins, unless the earlier one is a copy that is still in
// flight: cp.async is ordered neither with the stores nor with the copies
// behind it. So behind a copy a tile's further stores must be seen to miss it.
//===----------------------------------------------------------------------===//
#include "Analyse/ElementRules.h"
#include "Analyse/LoopAnalysis.h"
#include "Mutation.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What copy number \p Copy leaves may be stored to again: behind it, or in
/// another round.
bool meetsAny(const ElementRules &Rules,
              llvm::ArrayRef<const TileStore *> Stores, size_t Copy) {
  const TileStore &S = *Stores[Copy];
  for (size_t I = 0; I < Stores.size(); ++I)
    if (I == Copy ? Rules.mayRepeat(S)
                  : (I > Copy && Rules.mayMeet(S, *Stores[I])) ||
                        Rules.mayMeetAcross(S, *Stores[I]))
      return true;
  return false;
}

/// Looks at the stores of one function; those of the functions it calls are
/// taken to meet its own.
void forbid(LoopAnalysis &A, const LoadSlice &Slice, const Stmt *Body,
            llvm::SmallDenseMap<const VarDecl *, const void *> &CopiedBy) {
  const ElementRules Rules(A.Collector, A.K.Function, Body);
  for (const LoadCall &C : Slice.Calls) {
    InCallee In(A.Collector, C.Call);
    forbid(A, C, C.Callee->getBody(), CopiedBy);
  }
  for (Tile &T : A.Facts.Tiles) {
    llvm::SmallVector<const TileStore *, 8> Stores;
    for (const TileStore &S : Slice.Stores)
      if (S.Tile == T.Var)
        Stores.push_back(&S);
    if (Stores.empty() || !T.WhyNotAsync.empty())
      continue;
    bool Meet = CopiedBy.try_emplace(T.Var, &Slice).first->second != &Slice;
    for (size_t I = 0; I < Stores.size() && !Meet; ++I)
      Meet = Stores[I]->RawSource && meetsAny(Rules, Stores, I);
    if (Meet && !mutated(Mutation::AllowOverwrite))
      T.WhyNotAsync = "a thread may store to one element again, and the copy "
                      "might come last";
  }
}

} // namespace

void forbidOverwrites(LoopAnalysis &A) {
  llvm::SmallDenseMap<const VarDecl *, const void *> CopiedBy;
  forbid(A, A.Facts, A.K.Body, CopiedBy);
}

} // namespace pipeline_rewrite
