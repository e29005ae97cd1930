//===- Machine/BarrierTally.cpp - How often barriers were passed ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/BarrierTally.h"
#include <algorithm>

namespace pipeline_rewrite::executor {

void BarrierTally::endBlock() {
  // A line that earlier blocks did not reach has been passed by them 0 times.
  for (const auto &[At, Count] : Current)
    Lines.try_emplace(At, Range{Count, Blocks.empty() ? Count : 0});
  uint64_t Sum = 0;
  for (auto &[At, R] : Lines) {
    auto Now = Current.find(At);
    uint64_t Count = Now == Current.end() ? 0 : Now->second;
    R.Most = std::max(R.Most, Count);
    R.Least = std::min(R.Least, Count);
    Sum += Count;
  }
  Blocks.push_back(static_cast<uint32_t>(Sum));
  Current.clear();
}

} // namespace pipeline_rewrite::executor
