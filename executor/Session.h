//===- Session.h - The executor as a library --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs kernels given as PTX on the CPU, without the CUDA runtime's API: for a
// program that compares what two texts of one kernel do. A session is one
// device memory; several texts may be loaded into it and work on the same
// buffers at the same addresses.
//
// Nothing here prints, ends the process, throws, or reads the environment, and
// no state is shared between sessions. Every outcome follows from the PTX, the
// bytes of memory and the request alone; addresses are those of one process and
// may differ between two.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_SESSION_H
#define PIPELINE_REWRITE_EXECUTOR_SESSION_H

#include "executor/Hazards/Hazard.h"
#include "executor/Machine/Access.h"
#include "executor/Machine/AsyncCopies.h"
#include "executor/Machine/ComparedNumbers.h"
#include "executor/Machine/Scheduler.h"
#include "executor/Machine/TouchedBytes.h"
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipeline_rewrite::executor {

struct SessionSettings {
  /// Address space for all allocations of the session; costs nothing until it
  /// is used.
  uint64_t MemoryBytes = uint64_t(8) << 30;
  /// At least so many bytes behind an allocation belong to none. Bounds are
  /// exact to the byte anyway: this is for accesses far out of bounds, which
  /// must not hit another buffer.
  uint64_t GuardBytes = uint64_t(16) << 20;
};

/// A text in a session; see Session::load().
using CodeId = unsigned;

struct KernelParameterInfo {
  uint32_t Offset = 0, Size = 0, Align = 1; ///< in LaunchRequest::Arguments
};

struct KernelInfo {
  std::string Name; ///< mangled
  std::vector<KernelParameterInfo> Parameters;
  uint64_t ArgumentBytes = 0;       ///< size of LaunchRequest::Arguments
  uint64_t StaticShared = 0;        ///< bytes
  bool UsesDynamicShared = false;   ///< it, or what it calls
  uint32_t MaxThreads = 0;          ///< .maxntid (__launch_bounds__), 0: none
  uint32_t Required[3] = {0, 0, 0}; ///< .reqntid, 0: none
};

/// A line of the text.
struct WaitPlace {
  std::string File; ///< empty: the PTX has none
  unsigned Line = 0;
  bool operator==(const WaitPlace &O) const {
    return Line == O.Line && File == O.File;
  }
};

/// A `__device__` or `__constant__` variable.
struct VariableInfo {
  std::string Name; ///< mangled, as in the PTX
  uint64_t Address = 0, Bytes = 0;
  bool Constant = false;
};

/// Of a launch, one wait or barrier of the text that asks for less: `cp.async`
/// waits leave one group more in flight, a barrier of the whole block is not
/// there. What nothing happens without is not needed, as far as was run.
struct LooseWait {
  WaitPlace At;
  bool IsBarrier = false;
  uint64_t Times = ~uint64_t(0); ///< of each thread, the first ones
};

struct LaunchRequest {
  CodeId Code = 0;
  std::string Kernel; ///< mangled
  uint32_t Grid[3] = {1, 1, 1}, Block[3] = {1, 1, 1};
  /// So many blocks of the grid are run, the first ones, and the others are
  /// not: what a block does in a large grid. 0: all.
  uint64_t Blocks = 0;
  uint32_t DynamicShared = 0;     ///< bytes
  std::vector<uint8_t> Arguments; ///< laid out as KernelInfo says
  uint64_t Seed = 1;
  /// Absent: chosen by the seed for each block.
  std::optional<Policy> Schedule;
  /// Absent: chosen by the seed for each copy. CopyMoment::Late is the one that
  /// finds a missing wait.
  std::optional<CopyMoment> Copies;
  uint64_t StepLimit = 100000000; ///< instructions of all threads of a launch
  double Seconds = 10;            ///< by the clock; the one thing that is not
                                  ///< the same in every run
  /// The launch ends with the first Hazard::isFault() (End::Faulted): who only
  /// asks whether it is legal need not wait.
  bool StopAtHazard = false;
  /// The same for two texts of a kernel: a clock says how often its thread has
  /// read one, and not the time, the printed address of shared or local memory
  /// only that it is one, and floats that atomics add are rounded as a whole,
  /// in whatever order they come.
  bool ForTwoTexts = false;
  /// Where shared memory begins, in bytes behind where it would: what depends
  /// on it means no more than an address does. A multiple of any alignment.
  uint32_t SharedShift = 0;
  AccessListener *Accesses = nullptr; ///< may be null: nothing is recorded
  /// May be null. The launch adds what it accesses of global memory, or, with
  /// OnlyTouched, reports what is not in there (ExtraGlobal): sources of
  /// asynchronous copies, and loads of the text. Of these only an instruction
  /// `touched [address], bytes` tells: a compiler makes fewer loads of one text
  /// than of another, and narrower ones. Stores are told by what they leave.
  TouchedBytes *Touched = nullptr;
  bool OnlyTouched = false;
  ComparedNumbers *Compared = nullptr; ///< may be null; the launch adds to it
  const LooseWait *Loose = nullptr;    ///< may be null
};

/// How often the barrier of a line was passed by a block: for each line, the
/// block that passed it most and the one that passed it least often. What was
/// inlined from a header of a toolkit has the line of its call.
struct BarrierCount {
  std::string File;
  unsigned Line = 0; ///< 0: the PTX has no line for it
  uint64_t Most = 0, Least = 0;
};

/// What came of a wait for `cp.async`, or of a barrier of the whole block; all
/// instructions that one place of the text has become are one.
struct WaitCount {
  std::vector<WaitPlace> Calls; ///< its own place, then those of the calls
  bool IsBarrier = false;
  uint64_t Most = 0, Least = 0; ///< executions, of the threads that came there
  uint64_t Threads = 0;         ///< that came there
  uint64_t Leaves = 0;          ///< groups in flight
  uint64_t Pending = 0;         ///< the most groups with copies before it
  /// Executions, of all threads, that ended the copies of a group that a wait
  /// for one group less would not have.
  uint64_t Ended = 0;
};

struct LaunchResult {
  enum class End : uint8_t {
    Completed,   ///< all threads have ended; there may be hazards all the same
    Refused,     ///< no such launch: block too large, too much shared memory,
                 ///< other than __launch_bounds__, wrong size of Arguments
    Trapped,     ///< trap, failed assertion, call of no function
    Unsupported, ///< an instruction or function that is not modelled
    Faulted,     ///< a hazard, and LaunchRequest::StopAtHazard
    Stuck,       ///< no thread can run, or all poll for ever
    OutOfSteps,  ///< StepLimit
    OutOfTime    ///< Seconds
  };
  End How = End::Refused;
  std::string Why; ///< what ended it, unless Completed: "not supported: ..."

  /// Each kind once for each instruction, in the order of their occurrence.
  /// An out-of-bounds access is one of them and does not end the launch: reads
  /// give 0xFF bytes, writes are dropped.
  std::vector<Hazard> Hazards;
  std::string Output;  ///< of printf
  uint64_t Steps = 0;  ///< instructions of all threads
  uint64_t Copies = 0; ///< cp.async executed by all threads
  /// Of integers, by all threads. C++ leaves all open that such a launch does.
  uint64_t DivisionsByZero = 0;
  /// Barriers of the whole block that were completed, for each block in order.
  std::vector<uint32_t> BarriersOfBlock;
  std::vector<BarrierCount> Barriers; ///< the same by line
  std::vector<WaitCount> Waits;       ///< also of threads that did not end
  /// Accesses to shared memory, copies, waits and barriers of the kernel that
  /// no thread came to.
  std::vector<uint32_t> Unreached; ///< as Access::Instruction
  /// The text orders some threads by other means than barriers of a block.
  bool IsPartlyOrdered = false;

  bool completed() const { return How == End::Completed; }
};

class Session {
public:
  explicit Session(const SessionSettings &S = SessionSettings());
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  /// Adds a text. Its variables get their own memory.
  ///
  /// Gives: nothing, and \p Error, if the text cannot be parsed or there is no
  ///        memory for its variables.
  std::optional<CodeId> load(std::string_view Ptx, std::string &Error);

  std::vector<KernelInfo> kernels(CodeId Code) const;
  /// What reset() initialises and a comparison has to compare, by name.
  std::vector<VariableInfo> variables(CodeId Code) const;
  /// Instructions of the text that are not modelled, each once, in words. A
  /// kernel that reaches one ends with End::Unsupported; a text may hold what
  /// it does not run.
  std::vector<std::string> unsupported(CodeId Code) const;

  /// Memory whose bytes are 0xFF, 4096-byte aligned, with guard zones on both
  /// sides; 0 when the session has no room. Exact to the byte: byte \p Bytes
  /// is out of bounds. Zero bytes are an allocation as well.
  uint64_t allocate(uint64_t Bytes);
  /// Gives all allocations back, and all that kernels have allocated with
  /// malloc. The next ones get the same addresses as the first ones had, so
  /// that a kernel that computes with addresses does the same again.
  void releaseAll();
  /// Gives the variables of \p Code the values that the text initialises them
  /// with.
  void resetVariables(CodeId Code);

  /// From and to allocations and variables. False, and nothing is copied, if
  /// the range is not inside one of them.
  bool read(uint64_t Address, void *To, uint64_t Bytes) const;
  bool write(uint64_t Address, const void *From, uint64_t Bytes);
  /// The bytes themselves, null if the range is not inside one allocation;
  /// valid up to releaseAll().
  const uint8_t *bytes(uint64_t Address, uint64_t Count) const;

  /// Runs a kernel. Memory is as the kernel left it, completed or not.
  LaunchResult launch(const LaunchRequest &R);

private:
  struct State;
  std::unique_ptr<State> S;
};

} // namespace pipeline_rewrite::executor

#endif
