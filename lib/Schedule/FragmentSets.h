//===- FragmentSets.h - Fragments that are read ahead ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Schedule: which tile's fragments a thread holds in a run of
// Replay.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_FRAGMENTSETS_H
#define PIPELINE_REWRITE_SCHEDULE_FRAGMENTSETS_H

#include <optional>
#include <string>

namespace pipeline_rewrite {

/// Two sets of registers, which the k-steps of a tile use in turn. Each
/// function gives what is wrong; else "".
class FragmentSets {
public:
  /// \p Steps: of a tile.
  explicit FragmentSets(unsigned Steps) : Steps(Steps) {}

  /// Those of the first step, into the first set: the last step has the second,
  /// if the number of steps is even.
  std::string readFirst(unsigned Tile);
  std::string computeButLast(unsigned Tile);
  std::string computeLast(unsigned Tile);
  std::string finish() const;

private:
  const unsigned Steps;
  /// The tile whose first step, and the one whose last step, can be computed
  /// with the fragments held.
  std::optional<unsigned> First, Last;
};

} // namespace pipeline_rewrite
#endif
