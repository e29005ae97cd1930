//===- Machine/Machine.h - The device ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What outlives a launch: device memory, time, settings, reports. Runs the
// blocks of a grid one after the other.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_MACHINE_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_MACHINE_H

#include "executor/Hazards/HazardLog.h"
#include "executor/Machine/Access.h"
#include "executor/Machine/AsyncCopies.h"
#include "executor/Machine/BarrierTally.h"
#include "executor/Machine/ComparedNumbers.h"
#include "executor/Machine/GlobalMemory.h"
#include "executor/Machine/Scheduler.h"
#include "executor/Machine/TouchedBytes.h"
#include "executor/Machine/WaitTally.h"
#include "executor/Numeric/ExactSum.h"
#include "executor/Ptx/Module.h"
#include <chrono>
#include <optional>

namespace pipeline_rewrite::executor {

struct Settings {
  uint64_t Seed = 1;
  std::optional<Policy> Schedule;      ///< absent: chosen by the seed per block
  std::optional<CopyMoment> Copies;    ///< absent: chosen by the seed per copy
  bool Checks = true;                  ///< keep shadows, report races
  bool ForTwoTexts = false;            ///< LaunchRequest::ForTwoTexts
  uint64_t StepLimit = 20000000000ull; ///< thread instructions per block
  uint64_t MemoryBytes = uint64_t(1) << 40; ///< see GlobalMemory
  uint64_t GuardBytes = 1;
};

/// How a launch ended.
enum class Ending : uint8_t {
  Completed,
  Trapped,     ///< a trap, or an error after which no thread can go on
  Unsupported, ///< an instruction or function that is not modelled
  Faulted,     ///< Machine::StopAtHazard
  Stuck,       ///< no thread can run, or all poll for ever
  OutOfSteps,
  OutOfTime
};

struct Statistics {
  uint64_t Launches = 0, Blocks = 0, Steps = 0, Barriers = 0, Copies = 0;
  uint64_t DivisionsByZero = 0; ///< of integers
  double Seconds = 0;           ///< spent in launches
};

/// One kernel launch. Shared addresses are laid out before the first block.
struct Launch {
  const Module *M = nullptr;
  const Function *Kernel = nullptr;
  uint32_t Grid[3] = {1, 1, 1}, BlockDim[3] = {1, 1, 1};
  uint64_t Blocks = 0;        ///< so many of the grid's are run; 0: all
  uint32_t DynamicShared = 0; ///< bytes
  uint32_t SharedShift = 0;   ///< bytes in front of all shared memory
  void *const *Arguments = nullptr;
  /// Where blocks of a cooperative launch meet (cooperative_groups/details):
  /// zero in other launches, for which grid.sync() traps.
  uint64_t GridWorkspace = 0;

  struct Region {
    uint32_t Address, Bytes;
    uint32_t Padding;        ///< bytes behind it, up to its own alignment
    const std::string *Name; ///< null: dynamic shared memory
  };
  std::vector<Region> Regions; ///< of shared memory, red zones between
  std::unordered_map<std::string, uint64_t> SharedAddress;
  uint32_t SharedEnd = 0;
};

/// Functions and unknown symbols have addresses in no space of memory, so that
/// every load from them is reported.
constexpr uint64_t NoSpace = uint64_t(0xDE) << 48;

class Machine {
public:
  explicit Machine(Settings S)
      : Options(S), Rng(S.Seed), Global(S.MemoryBytes, S.GuardBytes) {}

  /// Allocates and initialises the global and constant variables of \p M.
  /// False if there is no room for them.
  bool load(Module &M);
  /// Gives the variables of a loaded module their initial values again.
  void initialise(const Module &M);

  /// Requires: the limits of the launch have been checked.
  /// Gives:    false if the kernel did not run to its end.
  bool launch(Launch &L);

  Settings Options;
  Random Rng;
  Order Times;
  GlobalMemory Global;
  HazardLog Log;
  Statistics Stats;

  // Of the launch that runs, or of the last one.
  Ending How = Ending::Completed;
  std::string Why;                  ///< unless completed
  bool StopAtHazard = false;        ///< Hazard::isFault() ends the launch
  uint64_t LastStep = ~uint64_t(0); ///< in Stats.Steps: ends the launch
  std::optional<std::chrono::steady_clock::time_point> Deadline;
  BarrierTally Barriers;
  WaitTally Waits;

  /// What kernels print; absent: to standard output.
  std::function<void(std::string_view)> Print;
  AccessListener *Accesses = nullptr; ///< null: nobody listens
  TouchedBytes *Touched = nullptr;    ///< see LaunchRequest
  bool OnlyTouched = false;
  ComparedNumbers *Compared = nullptr; ///< null: nobody asks
  /// By address, what atomics have added there; with ForTwoTexts.
  std::unordered_map<uint64_t, ExactSum> Sums;

  bool isLate() const {
    return Deadline && std::chrono::steady_clock::now() > *Deadline;
  }

private:
  void layOutShared(Launch &L);

  uint64_t LastFunction = NoSpace;
};

/// Bytes of static shared memory of a kernel without red zones, as ptxas
/// counts them.
uint64_t staticSharedBytes(const Module &M, const Function &Kernel);

/// Names of the symbols that a kernel or a function it may call uses.
bool usesSymbol(const Module &M, const Function &Kernel,
                const std::string &Name);

/// Whether a kernel or a function it may call has a grid-wide barrier.
bool usesGridBarrier(const Module &M, const Function &Kernel);

std::string demangled(const std::string &Name);

} // namespace pipeline_rewrite::executor

#endif
