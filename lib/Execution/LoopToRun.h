//===- LoopToRun.h - A loop whose kernels are run -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What must be known of it, and what of its kernels' launches may be chosen.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTION_LOOPTORUN_H
#define PIPELINE_REWRITE_EXECUTION_LOOPTORUN_H

#include "Analyse/Memory/KernelCallers.h"
#include "Execution/KernelTrial.h"
#include "llvm/ADT/SetVector.h"

namespace pipeline_rewrite {

class SourceUnit;
struct KLoopSite;

/// Which blocks a loop's kernels are run with.
enum class BlockChoice {
  Likely,     ///< those of the launches in view, and others
  InView,     ///< it is right for blocks of the launches in view alone
  InViewIfAny ///< others only where no launch is in view: they may be of a
              ///< shape that the kernel was not written for, and race for that
};

/// What must be known of a loop to run it.
struct LoopToRun {
  CountedLoop Counted; ///< in the original
  /// That hold it: every instance, in the original's AST.
  std::vector<const clang::FunctionDecl *> Functions;
  LaunchChange Change;
  /// What a second kernel for each of Functions is given, and the one block
  /// that it is launched with; empty where there is none.
  struct Twin {
    std::vector<MapArgument> Maps;
    std::optional<BlockShape> Block;
  };
  std::vector<Twin> Twins;
  BlockChoice Blocks = BlockChoice::Likely;
  unsigned Stages = 2; ///< buffers of the output
  /// The user's word on launches.
  std::optional<unsigned> BlockThreads;
  std::optional<uint64_t> DynamicBytes;
  /// The user's word that no pointers lead to one buffer (--assume-noalias).
  bool AssumeNoAlias = false;
};

/// Where the loop stands, and the barriers that a tile of it passes.
CountedLoop countedLoop(const KLoopSite &Site, const SourceUnit &Unit);

/// Change, as it is of one of the loop's kernels.
LaunchChange changeOf(const LoopToRun &Loop, const clang::FunctionDecl *Kernel);
/// The one block of the second kernel; nullopt if there is none, or any may be.
std::optional<BlockShape> blockOf(const LoopToRun &Loop,
                                  const clang::FunctionDecl *Kernel);

/// The kernels that the loop is part of, in the order of its instances.
llvm::SmallSetVector<const clang::FunctionDecl *, 4>
kernelsOf(const LoopToRun &Loop, const KernelCallers &Callers);

/// The text's hints, and the user's word before them.
LaunchHints hintsOf(const clang::FunctionDecl *Kernel,
                    llvm::ArrayRef<const clang::FunctionDecl *> Reached,
                    const Launches &Known, const LoopToRun &Loop);

/// Pointers of one type of which neither says that it is alone, and through
/// one of which may be written. A promise that the kernel's callees make is
/// about some of them at least.
std::vector<std::pair<unsigned, unsigned>>
possibleAliases(const KernelSignature &Kernel);

/// What of the launches of \p Kernel may be chosen.
TrialSpace spaceOf(const KernelSignature &Kernel, const LaunchHints &Hints,
                   bool UsesDynamic, const LoopToRun &Loop);

} // namespace pipeline_rewrite
#endif
