//===- Progress.h - How far a long run is ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One line on a terminal, written over again and again, and gone when anything
// else is printed. Nothing elsewhere.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_PROGRESS_H
#define PIPELINE_REWRITE_TOOL_PROGRESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <chrono>
#include <future>

namespace pipeline_rewrite {

class Progress {
public:
  /// Shows nothing unless Wanted, OS is a terminal, and there are several
  /// files.
  Progress(llvm::raw_ostream &OS, size_t Total, bool Wanted)
      : OS(OS), Total(Total), Shows(Wanted && Total > 1 && OS.is_displayed()) {}
  ~Progress() { clear(); }

  /// A file is finished. From any thread.
  void count() { ++Finished; }
  /// Writes `[12/80] 15%, about 40 s left`.
  void show();
  /// Takes the line away.
  void clear();
  /// Shows it until \p Done is ready. False: \p Stops came before that.
  bool waitFor(const std::future<void> &Done, llvm::function_ref<bool()> Stops);

private:
  using Clock = std::chrono::steady_clock;
  llvm::raw_ostream &OS;
  const size_t Total;
  const bool Shows;
  bool IsThere = false;
  const Clock::time_point Start = Clock::now();
  std::atomic<size_t> Finished = 0;
};

} // namespace pipeline_rewrite
#endif
