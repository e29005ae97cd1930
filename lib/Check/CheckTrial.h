//===- CheckTrial.h - A kernel by itself ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_CHECK_CHECKTRIAL_H
#define PIPELINE_REWRITE_CHECK_CHECKTRIAL_H

#include "Check/UnitKernels.h"

namespace pipeline_rewrite {

/// Runs launches of one kernel and keeps what it does wrong.
class CheckTrial : public KernelTrial {
public:
  CheckTrial(executor::Session &Device, const UnitKernel &Kernel);

  /// One run in order. Null: there is no room for the buffers, or it takes too
  /// long.
  const executor::LaunchResult *runOnce(const Trial &T);
  struct Run {
    std::string Schedule;
    executor::LaunchResult Result;
  };
  /// The same under every schedule.
  std::vector<Run> runAll(const Trial &T);

  /// The same of a launch whose dynamic memory is a guess: with as much as it
  /// takes.
  std::vector<Run> runAllWithMemory(Trial &T, const TrialSpace &Space);
  /// Is it there whatever integers the buffers hold? Only such a find is no
  /// matter of indices that nobody would store.
  bool isOfContents(const executor::Hazard &H, const Trial &T,
                    const TrialSpace &Space);
  /// Would more threads write what \p H reads? Then the size asks for them,
  /// and no launch in view says that there are none.
  bool isOfBlock(const executor::Hazard &H, const Trial &T,
                 const TrialSpace &Space);
  /// What all numbers grow by for another execution of the barrier or wait that
  /// runs most often; 0: they do not decide.
  int64_t tileOf(const Trial &Base, const Trial &Twice);

  /// What the latest run has left.
  LaunchMemory::State left() const { return Memory.take(Kernel.Code); }
  /// Is all as it was in order, under every schedule, if a wait or a barrier
  /// asks for less?
  bool isSameWith(const executor::LooseWait &Loose, const Trial &T,
                  const executor::LaunchResult &Was,
                  const LaunchMemory::State &Left);

  std::vector<std::string> describe() const { return Memory.describe(); }
  /// The position of the pointer whose buffer an access is about; nothing if it
  /// is before all of them.
  std::optional<unsigned> bufferOf(const executor::Hazard &H) const;
  using KernelTrial::launchText;

private:
  const UnitKernel &Kernel;
  executor::LaunchResult Latest;
};

} // namespace pipeline_rewrite
#endif
