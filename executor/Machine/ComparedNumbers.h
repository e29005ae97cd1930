//===- Machine/ComparedNumbers.h - What a launch compares -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pairs of integers that `setp` has compared, a few of each instruction: what
// data would have to be for a branch to go the other way, and that it is so.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_COMPAREDNUMBERS_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_COMPAREDNUMBERS_H

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace pipeline_rewrite::executor {

class ComparedNumbers {
public:
  using Pair = std::pair<int64_t, int64_t>;

  void clear() { Places.clear(); }
  /// \p Where: the number of an instruction.
  void note(uint32_t Where, int64_t A, int64_t B) {
    if (Where >= Places.size())
      Places.resize(Where + 1);
    std::vector<Pair> &Here = Places[Where];
    if (Here.size() < MostOfPlace &&
        std::find(Here.begin(), Here.end(), Pair(A, B)) == Here.end())
      Here.push_back({A, B});
  }
  /// In the order of the instructions.
  std::vector<Pair> pairs() const {
    std::vector<Pair> All;
    for (const std::vector<Pair> &Here : Places)
      All.insert(All.end(), Here.begin(), Here.end());
    return All;
  }

private:
  static constexpr size_t MostOfPlace = 4;
  std::vector<std::vector<Pair>> Places;
};

} // namespace pipeline_rewrite::executor

#endif
