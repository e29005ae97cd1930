//===- IndexSum.h - An index as a function of counters --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_INDEXSUM_H
#define PIPELINE_REWRITE_ANALYSE_INDEXSUM_H

#include "Analyse/Numbers/RoundCounters.h"
#include "llvm/ADT/FoldingSet.h"

namespace pipeline_rewrite {

/// Factor times a counter, or times that by which X / W and X % W tell X.
struct IndexTerm {
  enum KindOf { Counter, Quotient, Remainder };
  KindOf Is = Counter;
  int64_t Factor = 0;
  size_t Of = 0;   ///< the counter: the only one in X
  int64_t InX = 1; ///< its factor in X
  int64_t W = 0;
  llvm::FoldingSetNodeID X;

  bool isSame(const IndexTerm &Other) const {
    return Is == Other.Is && isPartOf(Other);
  }
  bool isPartOf(const IndexTerm &Other) const {
    return Of == Other.Of && W == Other.W && X == Other.X;
  }
};

/// A sum of terms and of what is the same in all rounds.
class IndexSum {
public:
  explicit IndexSum(const RoundCounters &Counters) : Counters(Counters) {}

  std::vector<IndexTerm> Terms;

  /// Adds \p E, so many times; false if it is not understood.
  bool collect(const clang::Expr *E, int64_t Factor = 1, unsigned Depth = 0);

private:
  void add(IndexTerm New);
  bool isMultiple(const clang::Expr *E) const;
  bool collectPart(const clang::BinaryOperator *B, int64_t Factor,
                   unsigned Depth);

  const RoundCounters &Counters;
};

} // namespace pipeline_rewrite
#endif
