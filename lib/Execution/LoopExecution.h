//===- LoopExecution.h - What came of running a rewritten loop ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data for the report, and for who has to find out what is wrong.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTION_LOOPEXECUTION_H
#define PIPELINE_REWRITE_EXECUTION_LOOPEXECUTION_H

#include <cstdint>
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// Original and output of the kernels that one loop is part of, run side by
/// side with the same launches, and equal.
struct LoopExecution {
  unsigned Launches = 0; ///< of all kernels; 0: not executed
  uint64_t LeastTiles = 0, MostTiles = 0;
  unsigned Schedules = 0;      ///< of the output, for each launch
  bool WithLateCopies = false; ///< in one of them copies arrive late
  double Seconds = 0;          ///< nominal
  std::vector<uint32_t> Block; ///< x, y, z of the first launch
  /// Why the loop, or a part of its instances, was not executed; empty if all
  /// was.
  std::string WhyNot;

  /// What running other kernels that the loop is part of came to.
  void add(const LoopExecution &Other);
  void addReason(const std::string &Why);
  bool isWhole() const { return Launches && WhyNot.empty(); }
  /// "executed: 12 launches, 0 to 7 tiles, 2 schedules, equal"
  std::string text() const;
};

/// A launch under which the output does something else.
struct Counterexample {
  std::string What;                   ///< the first difference, one line
  std::string Kernel;                 ///< "gemm<16>"
  std::string Launch;                 ///< "<<<(1, 1, 1), (16, 16, 1), 0>>>"
  std::string Schedule;               ///< "seed 2, shuffled"
  std::vector<std::string> Arguments; ///< "K = 24", …

  /// All of it, one line for each fact.
  std::string text() const;
};

} // namespace pipeline_rewrite
#endif
