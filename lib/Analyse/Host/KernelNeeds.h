//===- KernelNeeds.h - Shared memory beside a loop's tiles ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block has the shared memory of a whole kernel: of every function that it
// calls, and of every loop in them. A loop in a device function shares that of
// each kernel that calls it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_KERNELNEEDS_H
#define PIPELINE_REWRITE_ANALYSE_KERNELNEEDS_H

#include "Analyse/Host/LaunchSites.h"
#include "Analyse/Host/Launches.h"
#include "Analyse/LoopFacts.h"
#include "Analyse/Memory/KernelCallers.h"

namespace pipeline_rewrite {

/// Whether the blocks of a loop's kernels may have more static shared memory.
struct StaticRoom {
  Answer Possible;       ///< no kernel asks how much it has
  Answer KeepsBlocks;    ///< no kernel needs all of its blocks at once
  Answer DynamicIsKnown; ///< the dynamic memory that the launches give besides
};

class KernelNeeds {
public:
  explicit KernelNeeds(const SourceUnit &Unit);

  const Launches &launches() const { return Launched; }

  /// Static shared memory of a block without \p F's tiles, bytes: the most that
  /// a kernel with that loop has. At least 0; nothing if no kernel is in view.
  std::optional<uint64_t> staticBytesBeside(const LoopFacts &F) const;

  /// Static shared memory of a block of \p Kernel at most, bytes.
  uint64_t staticBytes(const clang::FunctionDecl *Kernel) const;

  /// What keeps blocks from more static shared memory for tiles of \p F.
  ///
  /// Refuses: shared-memory-exceeded, occupancy-loss.
  StaticRoom roomFor(const clang::FunctionDecl *F) const;

  /// The kernels that run a function.
  std::vector<const clang::FunctionDecl *>
  kernelsOf(const clang::FunctionDecl *F) const {
    return Callers.of(F);
  }

  /// A kernel runs both functions.
  bool haveOneKernel(const clang::FunctionDecl *A,
                     const clang::FunctionDecl *B) const;

private:
  void addRoom(StaticRoom &Out, const clang::FunctionDecl *Kernel) const;

  const SourceUnit &Unit;
  KernelCallers Callers;
  Launches Launched;
  /// Kernels, canonical, of which the host launches all blocks at once, or may.
  llvm::SmallPtrSet<const clang::FunctionDecl *, 4> Cooperative;
  bool IsAnyCooperative = false; ///< every kernel may be one
};

} // namespace pipeline_rewrite
#endif
