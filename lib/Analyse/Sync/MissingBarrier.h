//===- MissingBarrier.h - The barrier that a loop lacks -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_MISSINGBARRIER_H
#define PIPELINE_REWRITE_ANALYSE_MISSINGBARRIER_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// The first unit that stores to shared memory.
std::optional<unsigned> firstFill(const LoopAnalysis &A);

/// Accesses to one shared array that other threads' may come between.
struct MissingBarrier {
  unsigned Before; ///< the unit in front of which a barrier ends it, or the end
  const Access *Store, *Use;
  bool NextTile;  ///< the store is the next iteration's
  bool OnlyFault; ///< with the barrier no other is missing
};

/// What stands behind the barrier \p Last is kept from the next iteration's
/// computation by the load barrier alone.
bool reliesOnLoadBarrier(const LoopAnalysis &A, unsigned Last);

/// The first one in the order of an iteration. Accesses are those of \p A.
std::optional<MissingBarrier> findMissingBarrier(const LoopAnalysis &A);

/// The end of its sentence, which running the kernel may replace.
inline constexpr llvm::StringLiteral DoubtfulRace =
    ": unless each thread keeps to its own elements, the source has a data "
    "race";
Refusal refuseRace(const LoopAnalysis &A, const MissingBarrier &M);

/// The loop as it would be with that barrier, and a sentence for the report.
std::shared_ptr<const KLoop> addBarrier(const KLoop &K,
                                        const MissingBarrier &M);
/// What is known of the threads of a block around a place without a barrier.
enum class OwnElements {
  Unknown,        ///< they may meet there
  OfBlocksInView, ///< they do not, in the blocks of the launches
  OfAnyBlock      ///< they do not, and need no barrier
};
/// What \p M lies between, run for every thread.
OwnElements findOwnElements(const LoopAnalysis &A, const MissingBarrier &M);
std::string describeRepair(const LoopAnalysis &A, const MissingBarrier &M,
                           OwnElements Own);

} // namespace pipeline_rewrite
#endif
