//===- Hazards/Hazard.h - What the executor reports -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kinds of report with their stable names, and one report as a value.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_HAZARDS_HAZARD_H
#define PIPELINE_REWRITE_EXECUTOR_HAZARDS_HAZARD_H

#include <cstdint>
#include <optional>
#include <string>

namespace pipeline_rewrite::executor {

enum class HazardKind : uint8_t {
  RaceRaw,       ///< shared: read of a byte that an unordered thread wrote
  RaceWar,       ///< shared: overwrite of a byte that an unordered thread read
  RaceWaw,       ///< shared: two unordered threads wrote the same byte
  UninitShared,  ///< shared: read of a byte that nobody wrote
  InflightRead,  ///< read of the target of a cp.async not waited for
  InflightWrite, ///< write to the target of a cp.async not waited for
  SourceChanged, ///< source of a cp.async changed between issue and wait
  PendingAtExit, ///< thread ended with a cp.async not waited for
  Misaligned,    ///< address is no multiple of the access width
  OobGlobal,     ///< outside every allocation
  OobShared,     ///< outside every shared variable
  OobLocal,      ///< outside the thread's local arrays
  BarrierDivergence, ///< threads of a warp at different barriers, or exited
  Deadlock,          ///< no thread can run, or the step limit was reached
  LaunchLimit,       ///< the launch itself is refused, as hardware does
  MBarrierMisuse,    ///< arrive or wait on an mbarrier that is not initialised
  Trap,              ///< trap, assertion
  Unsupported,       ///< instruction or modifier that is not modelled
  GlobalRace,        ///< advisory: unordered accesses to a global word
  ExtraGlobal,       ///< what LaunchRequest::Touched does not hold
  Count
};

enum class Severity : uint8_t {
  Hard,    ///< the program is wrong: exit status 97
  Soft,    ///< legal or harmless by itself; compare original and rewrite
  Advisory ///< may be a false alarm
};

/// The stable word of a kind, such as "RACE-RAW".
const char *nameOf(HazardKind K);
const char *nameOf(Severity S);

/// What kind of memory an access is to.
enum class AccessSpace : uint8_t {
  Global, ///< and constant memory that is addressed as such
  Shared,
  Local ///< arrays of a thread that did not become registers
};

struct Hazard {
  HazardKind Kind = HazardKind::Trap;
  Severity How = Severity::Hard;
  /// Of the access, for kinds that are about one.
  std::optional<AccessSpace> Space;
  /// Of an access to global memory: the last allocation before it, from 1, with
  /// which Message tells the address; 0: none lies before it.
  size_t Allocation = 0;
  std::string Kernel; ///< demangled name
  std::string Place;  ///< "file.cu:12"
  std::string Instruction;
  int Block[3] = {0, 0, 0};
  int Thread[3] = {-1, -1, -1}; ///< -1: no particular thread
  int64_t Iteration = -1; ///< of the innermost compiled loop, -1 outside loops
  std::string OtherPlace; ///< the other access of a race
  int OtherThread = -1;   ///< linear index within the block
  std::string Message;

  /// Threads overwrite a byte with the value that it has: they do no harm.
  bool isRaceOfOneValue() const;
  /// The launch is not legal.
  bool isFault() const {
    return How != Severity::Advisory && !isRaceOfOneValue();
  }
  /// One line for people: kind, place, kernel, who, what.
  std::string text() const;
  /// One line for programs: tab-separated key=value after the kind.
  std::string record() const;
};

} // namespace pipeline_rewrite::executor

#endif
