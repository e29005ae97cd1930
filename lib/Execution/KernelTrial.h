//===- KernelTrial.h - Original and output of one kernel, side by side ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EXECUTION_KERNELTRIAL_H
#define PIPELINE_REWRITE_EXECUTION_KERNELTRIAL_H

#include "Analyse/Answer.h"
#include "Execution/LaunchMemory.h"
#include "Execution/LoopExecution.h"
#include "Execution/TwinLaunch.h"

namespace pipeline_rewrite {

/// Where a loop stands in the original, to count its tiles by.
struct CountedLoop {
  std::string File; ///< as clang opened it
  unsigned FirstLine = 0, LastLine = 0;
  unsigned Barriers = 1; ///< that a tile passes
  /// Of them those that take a vote: functions of a header, whose lines PTX of
  /// old versions gives.
  unsigned Votes = 0;
};

/// What the output's launches give in place of what the original's gave, as
/// the plan has it.
struct LaunchChange {
  uint64_t AtLeast = 0;     ///< bytes of dynamic shared memory
  bool AsksLaunch = false;  ///< and does without where there are fewer
  bool SecondLayer = false; ///< as many threads again, in z
  bool ReadsAhead = false;  ///< it may read tiles that the original does not
  /// The output is a second kernel, which gets these besides; empty if not.
  std::vector<MapArgument> Maps;

  uint32_t dynamicBytes(uint32_t Before) const;
};

/// Runs trials of one kernel for searchLaunches().
///
/// Requires: the session, the signature and the loop outlive it; both texts are
///           loaded.
class KernelTrial : public TrialRunner {
public:
  KernelTrial(executor::Session &Device, executor::CodeId Original,
              executor::CodeId Output, const KernelSignature &Kernel,
              const CountedLoop &Loop, const LaunchChange &Change);

  TrialResult tryOriginal(const Trial &T) override;
  bool compare(const Trial &T, const TrialResult &Original) override;
  double nominalSeconds() const override { return Spent; }

  /// The output's kernel, if that is another one.
  std::string OutputSymbol;

  /// What the comparisons came to.
  std::optional<Counterexample> Wrong;
  Answer CanExecute; ///< of the output
  unsigned Launches = 0, Schedules = 0;
  uint64_t LeastTiles = ~0ull, MostTiles = 0;
  bool WithLateCopies = false;
  BlockShape FirstBlock = {1, 1, 1}; ///< of the first of these launches
  /// Launches whose result depends on the order of threads in the original,
  /// whatever the numbers.
  unsigned Unordered = 0;
  /// Launches of which the host makes no tensor maps, and launches the
  /// original.
  unsigned WithoutMaps = 0;

protected:
  struct Schedule {
    uint64_t Seed;
    executor::Policy How;
    std::optional<executor::CopyMoment> Copies;
    const char *Name;
    uint32_t SharedShift = 0;
  };
  static const Schedule Reference, Elsewhere, Others[3];
  /// Each launch draws another order of its threads.
  uint64_t seedOf(const Schedule &S) const { return S.Seed + 16 * Launches; }

  /// What becomes of the accesses to the buffers of a launch.
  enum class Watch { Nothing, Record, Compare };
  executor::LaunchResult run(executor::CodeId Code, const Trial &T,
                             const Schedule &S, uint64_t StepLimit,
                             bool StopAtHazard, Watch How = Watch::Nothing);
  /// What the last run of tryOriginal() came to; empty if it ran nothing.
  const executor::LaunchResult &latestOfOriginal() const { return Legal; }
  /// "<<<(1, 1, 1), (64, 1, 1), 0>>>"
  static std::string launchText(const Trial &T);
  /// The launch of an output that takes other arguments, or is launched in
  /// another shape.
  virtual void adaptOutput(executor::LaunchRequest &, const Trial &) const {}
  /// The original under the schedules of the output: the same again?
  bool isOrdered(const Trial &T, uint64_t Steps);
  /// The original with its shared memory elsewhere: not the same again? Such a
  /// result is the number of an address, or made from one.
  bool dependsOnPlaces(const Trial &T, uint64_t Steps);

private:
  std::vector<std::vector<uint8_t>> mapsFor(executor::CodeId Code) const;
  uint64_t tilesOf(const executor::LaunchResult &R) const;
  TrialResult judge(const executor::LaunchResult &R, uint64_t Limit) const;
  /// What a run did that the original's latest did not; nothing if all is
  /// equal.
  std::optional<std::string> compareRun(const executor::LaunchResult &R,
                                        executor::CodeId Code) const;
  /// The launch once more, with numbers whose sums are the same in any order,
  /// and so all that follow.
  bool compareFewDigits(const Trial &T);
  /// A launch that was not edited gives what the source's does.
  bool compareUnedited(const Trial &T, const Schedule &S, uint64_t Steps);
  void report(const Trial &T, const Schedule &S, std::string What);

  executor::Session &Device;
  executor::CodeId Original, Output;
  const KernelSignature &Kernel;
  const CountedLoop &Loop;
  LaunchChange Change;
  bool IsUnedited = false;      ///< the output has the source's dynamic memory
  double Spent = 0;             ///< nominal seconds
  executor::LaunchResult Legal; ///< the original's latest run

protected:
  executor::AccessListener *Listener = nullptr; ///< to all that is run
  const executor::LooseWait *Loose = nullptr;   ///< of all that is run
  LaunchMemory Memory;
  bool FewDigits = false;
  /// What is harmless by itself, as a barrier that some threads have left
  /// before, makes no launch illegal.
  bool TakesSoft = false;
  LaunchMemory::State Left;       ///< what the original left behind
  executor::TouchedBytes Touched; ///< and what it read and wrote
  executor::ComparedNumbers Compared;
};

} // namespace pipeline_rewrite
#endif
