//===- CodeRegression.cpp - What speaks against a kernel's new code -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/CodeRegression.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {
namespace {

/// Reads of shared memory that the compiler no longer joins into wide ones.
constexpr double MoreReads = 1.5;
constexpr double FewReads = 4; ///< up to which they are not worth a thought
/// Instructions that a multiprocessor of any architecture since sm_70 starts in
/// a cycle (CUDA C++ Programming Guide, "Compute Capabilities": four warp
/// schedulers).
constexpr double PerCycle = 4;
/// Cycles of other blocks' work from which a block's wait for its tile does not
/// show, whatever is done about it.
constexpr double Covered = 5000;

using Verdict = std::optional<CodeRegression>;

std::string compared(uint64_t Now, uint64_t Then) {
  return std::to_string(Now) + " (" + std::to_string(Then) + " before)";
}

/// The other blocks on a multiprocessor compute while one waits for its tile.
Verdict judgeCover(const KernelCode &K) {
  if (!K.MayBeJudged || !K.BlocksBefore || !*K.BlocksBefore)
    return std::nullopt;
  const unsigned Others = *K.BlocksBefore - 1;
  const double Cycles =
      Others * K.Warps * K.Sass->WorkBefore.Instructions / PerCycle;
  if (Cycles < Covered)
    return std::nullopt;
  return CodeRegression{RefusalId::NothingToGain,
                        std::to_string(Others) +
                            (Others == 1 ? " other block on an SM computes"
                                         : " other blocks on an SM compute") +
                            " for about " + std::to_string(unsigned(Cycles)) +
                            " cycles with each tile (" + K.Instance + " on " +
                            K.Arch +
                            "), longer than loads take (from 5000 on)"};
}

Verdict judgeSpills(const KernelCode &K) {
  const ResourceUsage &Was = K.Before, &Is = K.After;
  const uint64_t Before = Was.SpillStores + Was.SpillLoads;
  const uint64_t Now = Is.SpillStores + Is.SpillLoads;
  const std::string Where = K.Instance + " on " + K.Arch;
  if (Now > Before)
    return CodeRegression{RefusalId::Spills, Where + " would spill " +
                                                 compared(Now, Before) +
                                                 " bytes of registers, at " +
                                                 std::to_string(Is.Registers) +
                                                 " registers per thread"};
  if (Is.StackBytes > Was.StackBytes)
    return CodeRegression{RefusalId::Spills,
                          Where + " would keep " +
                              compared(Is.StackBytes, Was.StackBytes) +
                              " bytes of each thread in local memory"};
  return std::nullopt;
}

Verdict judgeBlocks(const KernelCode &K) {
  if (K.Loss == BlockLoss::None)
    return std::nullopt;
  return CodeRegression{
      RefusalId::OccupancyLoss,
      K.Instance + " on " + K.Arch + " would have " +
          compared(*K.BlocksAfter, *K.BlocksBefore) + " blocks per SM, with " +
          compared(K.After.Registers, K.Before.Registers) +
          " registers per thread and " +
          compared(K.After.StaticBytes, K.Before.StaticBytes) +
          " bytes of shared memory",
      K.Loss == BlockLoss::Tolerable && K.MayBeJudged,
      *K.BlocksAfter ? ""
                     : "Every launch would fail. Give the kernel "
                       "__launch_bounds__ of its block, so that the compiler "
                       "keeps to the registers that there are, or another "
                       "form."};
}

Verdict judgeWork(const KernelCode &K) {
  if (!K.MayBeJudged)
    return std::nullopt;
  const TileWork &Was = K.Sass->WorkBefore, &Is = K.Sass->WorkAfter;
  // Unrolled loops have fewer instructions a tile, and pay by other means.
  if (Was.IsLeast || Is.IsLeast || Was.Tiles != Is.Tiles)
    return std::nullopt;
  const bool Copies = llvm::any_of(
      K.Sass->After, [](const SassLoop &Loop) { return Loop.Copies > 0; });
  auto Slower = [&](const char *What, double Now, double Then) {
    return CodeRegression{RefusalId::SlowerCode,
                          "a tile of " + K.Instance + " on " + K.Arch +
                              " would take " + compared(Now, Then) + What};
  };
  if (Was.Reads > 0 && Is.Reads > FewReads && Is.Reads > MoreReads * Was.Reads)
    return Slower(" instructions that read shared memory", Is.Reads, Was.Reads);
  // A kernel of which an SM has but one block, or none, waits for its loads.
  if (K.Warps && !Copies && Was.Instructions > 0 &&
      Is.Instructions > MoreInstructions * Was.Instructions)
    return Slower(" instructions", Is.Instructions, Was.Instructions);
  return std::nullopt;
}

} // namespace

std::string fusedText(const KernelCode &Kernel) {
  return "nvcc fuses products and sums of " + Kernel.Instance +
         " otherwise on " + Kernel.Arch + ": " + Kernel.FusedOtherwise;
}

std::optional<CodeRegression> findRegression(const KernelCode &Kernel,
                                             const Options &Opts) {
  // Of a kernel that has no room for a block every launch fails, without a
  // word where nobody asks for its error.
  const bool CannotRun = Kernel.BlocksBefore.value_or(0) > 0 &&
                         Kernel.BlocksAfter.value_or(1) == 0;
  if (Opts.Code && Opts.Code->LaunchesOnly)
    return CannotRun ? judgeBlocks(Kernel) : std::nullopt;
  if (!Kernel.FusedOtherwise.empty())
    return CodeRegression{RefusalId::FmaContraction, fusedText(Kernel)};
  if (Verdict Found = judgeCover(Kernel))
    return Found;
  if (!Opts.AllowSpills)
    if (Verdict Found = judgeSpills(Kernel))
      return Found;
  Verdict Work = judgeWork(Kernel);
  if (!CannotRun && (Opts.AllowOccupancyLoss || Work))
    return Work;
  return judgeBlocks(Kernel);
}

} // namespace pipeline_rewrite
