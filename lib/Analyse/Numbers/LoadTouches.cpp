//===- LoadTouches.cpp - Which bytes of the tiles each thread stores ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/LoadTouches.h"
#include "Analyse/Numbers/BlockShapes.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace pipeline_rewrite {

/// Expressions: some tenths of a second.
static constexpr uint64_t Budget = 8'000'000;

LoadTouches::LoadTouches(LoopAnalysis &A, llvm::ArrayRef<const Expr *> Copies)
    : A(A), Copies(Copies.begin(), Copies.end()) {
  // One that no thread was seen to make was not recognised.
  Known = runThreads() && llvm::all_of(Copies, [&](const Expr *Copy) {
            return Seen.contains(Copy);
          });
}

bool LoadTouches::runThreads() {
  ThreadCode Code = threadCode(A.K.Function, A.Collector.provenance(), Budget);
  const auto Shapes =
      blockShapes(findLaunchSites(A.K.Function, A.Unit), A.Context);
  if (Shapes.empty())
    return runAllOfOneRow(Code);
  A.Facts.ReliesOnBlocks = true;
  return llvm::all_of(Shapes, [&](const std::array<unsigned, 3> &Shape) {
    return forEachThread(Shape, [&](const ThreadPlace &Where) {
      return runThread(Code, Where);
    });
  });
}

/// Any block, if the code asks for no more than `threadIdx.x`.
bool LoadTouches::runAllOfOneRow(ThreadCode &Code) {
  const unsigned Bound = A.Facts.Memory.ThreadsPerBlock;
  ThreadPlace Where;
  for (Where.Index[0] = 0; Where.Index[0] < (Bound ? Bound : 1024);
       ++Where.Index[0])
    if (!runThread(Code, Where) || AsksForMore)
      return false;
  return true;
}

bool LoadTouches::runThread(ThreadCode &Code, const ThreadPlace &Where) {
  Filled By;
  bool AllSeen = true;
  auto Record = [&](const Touch &T) {
    if (!T.IsWrite)
      return;
    const bool IsShared = T.Root ? T.Root->hasAttr<CUDASharedAttr>() : true;
    if (IsShared && T.IsFar)
      AllSeen = false;
    else if (IsShared)
      store(T, By);
  };
  ThreadRun Run(Code, Where, Record);
  for (unsigned I = 0; I < A.Facts.LoadBarrier && AllSeen; ++I)
    if (!A.isBarrier(I) && !Run.run(A.Facts.Units[I].S))
      return false;
  AsksForMore |= Run.asksForBlock();
  return AllSeen;
}

void LoadTouches::store(const Touch &T, Filled &By) {
  const int64_t End = T.Begin + T.Bytes;
  // Entries overlap nobody, so the one in front is the only one that reaches
  // in.
  auto Next = By.upper_bound({T.Root, T.Begin});
  if (Next != By.begin()) {
    auto Before = std::prev(Next);
    if (Before->first.first == T.Root && Before->second.first > T.Begin) {
      Again.insert(Before->second.second);
      if (Before->first.second < T.Begin)
        Before->second.first = T.Begin;
      else
        By.erase(Before);
    }
  }
  while (Next != By.end() && Next->first.first == T.Root &&
         Next->first.second < End) {
    Again.insert(Next->second.second);
    Next = By.erase(Next);
  }
  Seen.insert(T.At);
  if (Copies.contains(T.At))
    By[{T.Root, T.Begin}] = {End, T.At};
}

} // namespace pipeline_rewrite
