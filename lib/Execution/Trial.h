//===- Trial.h - One launch that the tool makes up ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What decides a launch, and what became of it. The original is the judge: a
// launch is legal if the original runs to its end under it without a hazard.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTION_TRIAL_H
#define PIPELINE_REWRITE_EXECUTION_TRIAL_H

#include "Execution/LaunchHints.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pipeline_rewrite {

/// What buffers of integers hold.
enum class IndexFill {
  Small,     ///< random, from 0 to 15
  Ascending, ///< the beginnings of rows, long ones first
  Same       ///< one number everywhere: a length
};

struct Trial {
  std::array<uint32_t, 3> Grid = {1, 1, 1};
  /// The first block alone is run, as one of such a grid.
  bool OneBlock = false;
  BlockShape Block = {1, 1, 1};
  uint32_t DynamicBytes = 0;
  /// Of the integer parameters, fields of structs among them, by position.
  std::vector<int64_t> Integers;
  uint64_t BufferBytes = 0; ///< that each pointer leads to
  /// The same for pointers by position, where it is known; 0: BufferBytes.
  std::vector<uint64_t> PointerBytes;
  IndexFill Fill = IndexFill::Small;
  int64_t FillValue = 0; ///< for IndexFill::Same; of rows, what they grow by
  /// What every fourth number in buffers of integers is one of; may be empty.
  std::vector<int64_t> Planted;
  /// Floating-point numbers of few digits, whose sums are exact in any order.
  bool FewDigits = false;
  /// Two pointer parameters, by position, that lead to one buffer.
  std::optional<std::pair<unsigned, unsigned>> Shared;
  /// The second of them leads so many elements behind the first; below 0: the
  /// first behind the second.
  int64_t SharedOffset = 0;

  /// One of Integers, or behind the last of them FillValue.
  int64_t &number(unsigned Slot) {
    return Slot < Integers.size() ? Integers[Slot] : FillValue;
  }
  int64_t number(unsigned Slot) const {
    return Slot < Integers.size() ? Integers[Slot] : FillValue;
  }
};

enum class TrialEnd {
  Legal,
  OutOfBounds,  ///< of global memory: larger buffers may do
  OutOfShared,  ///< of shared memory: more dynamic bytes may do
  Illegal,      ///< a race, a read of what nobody wrote, a trap, …
  TooLong,      ///< steps or time ran out
  NotExecutable ///< no launch will do: an instruction is not known
};

struct TrialResult {
  TrialEnd End = TrialEnd::Illegal;
  std::string Why; ///< unless Legal
  /// Of the loop: barriers that the block passed which passed most of them,
  /// divided by those of a tile.
  uint64_t Tiles = 0;
  uint64_t Steps = 0;
  /// Threads meet in global memory with nothing between them: perhaps one that
  /// lies outside what the kernel was meant to compute.
  bool IsRacy = false;
  /// Integers that the original has compared.
  std::vector<std::pair<int64_t, int64_t>> Compared;

  bool isLegal() const { return End == TrialEnd::Legal; }
};

/// What the search knows of an integer parameter.
struct IntegerSlot {
  std::string Name;
  unsigned Bytes = 4;
  bool IsSigned = true;
  bool IsBoolean = false;
  bool IsFactor = false; ///< of indices, and nothing else
};

/// What of a kernel's launches may be chosen.
struct TrialSpace {
  std::vector<BlockShape> Blocks;     ///< most likely first
  bool BlocksAreInView = false;       ///< the program's own, and no others
  std::vector<uint32_t> DynamicBytes; ///< likewise; at least one
  unsigned Stages = 2; ///< buffers of the output: every remainder is tried
  std::vector<IntegerSlot> Integers;
  bool HasIntegerBuffers = false;
  bool UsesBlockY = false, UsesBlockZ = false;
  bool UsesGridX = false; ///< how many blocks there are
  /// Numbers are kept in 8 bits, which begin again behind the 256th.
  bool KeepsIn8Bits = false;
  /// Pairs of pointers that may lead to one buffer.
  std::vector<std::pair<unsigned, unsigned>> Aliases;
};

/// Runs trials; the search decides which.
class TrialRunner {
public:
  virtual ~TrialRunner() = default;
  virtual TrialResult tryOriginal(const Trial &T) = 0;
  /// Runs the output under the launch that tryOriginal() has just found legal,
  /// and compares. False: no more trials are wanted.
  virtual bool compare(const Trial &T, const TrialResult &Original) = 0;
  /// What all trials took, reckoned from steps and bytes: the same on every
  /// machine, busy or not, so that what is tried is, too.
  virtual double nominalSeconds() const = 0;
};

} // namespace pipeline_rewrite
#endif
