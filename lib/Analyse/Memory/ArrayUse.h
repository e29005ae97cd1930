//===- ArrayUse.h - What a kernel does with an array around its loop ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For shared memory that a loop keeps tiles in, and that the kernel uses for
// something else before or behind the loop: which bytes the loop has, and
// whether anything outside relies on what it leaves there. Found by running the
// code for every thread of every block that is launched.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ARRAYUSE_H
#define PIPELINE_REWRITE_ANALYSE_ARRAYUSE_H

#include "Analyse/LoopAnalysis.h"
#include "Analyse/Numbers/BlockShapes.h"

namespace pipeline_rewrite {

/// Bytes behind the beginning of an array.
struct ByteRange {
  int64_t Begin = 0, End = 0;
  bool isEmpty() const { return Begin >= End; }
  void add(const ByteRange &Other);
};

struct ArrayUse {
  /// Nothing behind the loop reads what the loop left there, and nothing in the
  /// loop what was there before: each byte that is read was written there, on
  /// the same side, by the same thread or before a barrier.
  Answer IsSeparate;
  /// A barrier stands between the loop and all use before it.
  bool IsQuiet = false;
  /// What the loads fill; empty if that is not known.
  ByteRange Filled;
  /// IsQuiet, and nothing in the loop uses other bytes: they are free while it
  /// runs.
  bool RestIsFree = false;
  int64_t UsedEnd = 0; ///< of all that is used; 0 if that is not known
};

/// \p Array: the shared array itself. \p Blocks: those that the answer holds
/// for; none if they are not known.
ArrayUse findArrayUse(LoopAnalysis &A, const clang::VarDecl *Array,
                      llvm::ArrayRef<BlockShape> Blocks);

} // namespace pipeline_rewrite
#endif
