//===- Machine/BarrierTally.h - How often barriers were passed --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers that a whole block has completed, by block and by the line of the
// instruction: from it a caller sees how often a loop with a barrier ran.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_BARRIERTALLY_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_BARRIERTALLY_H

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace pipeline_rewrite::executor {

class BarrierTally {
public:
  using FileAndLine = std::pair<int, int>; ///< as SourceLine
  struct Range {
    uint64_t Most = 0, Least = 0; ///< over the blocks that have ended
  };

  void beginLaunch() { *this = BarrierTally(); }
  void completed(FileAndLine At) { ++Current[At]; }
  /// Requires: called for every block, also for one that could not go on.
  void endBlock();

  const std::vector<uint32_t> &blocks() const { return Blocks; }
  const std::map<FileAndLine, Range> &lines() const { return Lines; }

private:
  std::map<FileAndLine, uint64_t> Current;
  std::map<FileAndLine, Range> Lines;
  std::vector<uint32_t> Blocks;
};

} // namespace pipeline_rewrite::executor

#endif
