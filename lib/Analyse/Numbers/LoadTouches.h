//===- LoadTouches.h - Which bytes of the tiles each thread stores --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The statements of one iteration up to the load barrier, run for every thread
// of a block. It answers where rules on the form of an index do not: rows by
// warps, permuted columns, indices that are carried from round to round.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LOADTOUCHES_H
#define PIPELINE_REWRITE_ANALYSE_LOADTOUCHES_H

#include "Analyse/LoopAnalysis.h"
#include "Threads/ThreadRun.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>

namespace pipeline_rewrite {

class LoadTouches {
public:
  /// \p Copies: the stores that a copy may take the place of.
  LoadTouches(LoopAnalysis &A, llvm::ArrayRef<const clang::Expr *> Copies);

  /// Every thread's stores are known. Nothing else may be asked if not.
  bool areKnown() const { return Known; }
  /// A thread stores to bytes again that \p Copy has put there.
  bool isStoredAgain(const clang::Expr *Copy) const {
    return Again.contains(Copy);
  }

private:
  /// Bytes that one thread's copies have filled: where they end, and by whom.
  using Filled = std::map<std::pair<const clang::VarDecl *, int64_t>,
                          std::pair<int64_t, const clang::Expr *>>;

  bool runThreads();
  bool runThread(ThreadCode &Code, const ThreadPlace &Where);
  bool runAllOfOneRow(ThreadCode &Code);
  void store(const Touch &T, Filled &By);

  LoopAnalysis &A;
  llvm::SmallPtrSet<const clang::Expr *, 8> Copies, Again, Seen;
  bool Known = false, AsksForMore = false;
};

} // namespace pipeline_rewrite
#endif
