//===- CountConflicts.h - Bank conflicts of a launch, line by line --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The executor runs threads one by one. What the lanes of a warp access
// together is told by its instruction: the first time that each of them comes
// to it behind a barrier, the second time, and so on, as lanes that have parted
// meet again in a loop.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTION_COUNTCONFLICTS_H
#define PIPELINE_REWRITE_EXECUTION_COUNTCONFLICTS_H

#include "Budget/BankConflicts.h"
#include "Execution/LoopToRun.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <set>
#include <unordered_map>

namespace pipeline_rewrite {

class SourceUnit;

/// The rows of a tile, in bytes, and how far apart they are to be.
struct RowDistance {
  uint64_t RowBytes = 0, Distance = 0;
};
/// By the names of shared variables in the code.
using RowDistances = std::map<std::string, RowDistance>;

/// All that the warps of one run access of the static arrays of shared memory.
/// Atomics are not in it: they take turns for other reasons. Neighbours that a
/// line accesses one after the other are one access of 8 or 16 bytes where they
/// lie so, as nvcc joins them.
class SharedAccessLog : public executor::AccessListener {
public:
  /// \p File: as clang opened it; what is in others has line 0.
  explicit SharedAccessLog(std::string File = "") : File(std::move(File)) {}
  void accessed(const executor::Access &A) override;
  void clear();

  /// By lines, with the variables' names in the code. \p With: as if
  /// the rows of these lay so far apart.
  std::vector<LineConflicts> count(const RowDistances &With = {}) const;

private:
  struct Lane {
    uint8_t Number;
    uint32_t Offset; ///< in the variable
  };
  struct WarpAccess {
    const std::string *Variable;
    uint32_t Instruction;
    unsigned Line;
    SharedAccess How;
    uint32_t Bytes;
    std::vector<Lane> Lanes;
  };
  struct Site {
    uint32_t Epoch = 0;
    std::vector<size_t> Of; ///< in All, since that barrier
    std::array<uint16_t, 32> Times{};
  };

  unsigned lineOf(const executor::Access &A);
  size_t countJoined(size_t First) const;

  std::string File;
  const std::string *LastFile = nullptr; ///< of the session's code
  bool IsLastHere = false;
  std::set<std::string> Names; ///< of variables: the session's end with it
  std::vector<WarpAccess> All;
  std::unordered_map<uint64_t, Site> Sites; ///< by warp and instruction
};

/// The launch of a kernel that its accesses are counted in.
struct CountedKernel {
  const clang::FunctionDecl *Kernel = nullptr;
  SharedAccessLog Log;
  std::string Launch; ///< "k<<<(1, 1, 1), (64, 1, 1), 0>>>"
  unsigned Threads = 0;
  std::string WhyNot; ///< why there is none; else ""
};

/// Runs the kernels of the loops, each once, with the first launch that lets
/// the loop load two tiles.
std::vector<CountedKernel> countConflicts(const SourceUnit &Unit,
                                          llvm::ArrayRef<LoopToRun> Loops);

} // namespace pipeline_rewrite
#endif
