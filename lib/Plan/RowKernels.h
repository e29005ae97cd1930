//===- RowKernels.h - The kernels that have tiles -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_ROWKERNELS_H
#define PIPELINE_REWRITE_PLAN_ROWKERNELS_H

#include "Analyse/Host/KernelNeeds.h"
#include "Plan/PlanRows.h"

namespace pipeline_rewrite {

/// Finds the kernels of tiles and asks for their memory, whether or not a loop
/// of theirs was counted.
class RowKernels {
public:
  RowKernels(const SourceUnit &Unit, const Options &Opts)
      : Unit(Unit), Opts(Opts), Needs(Unit) {}

  /// Notes those of the tile, of all its instances.
  ///
  /// Refuses: row-length-relied-on.
  void addTo(TileToLayOut &Tile);
  /// What was counted of one of them.
  void count(const clang::FunctionDecl *Kernel, unsigned Threads,
             uint64_t Wavefronts);
  llvm::ArrayRef<KernelRows> found() const { return Found; }

private:
  bool isUsedElsewhere(const clang::FunctionDecl *F) const;
  KernelRows describe(const clang::FunctionDecl *Kernel) const;
  Answer launchesOf(const clang::FunctionDecl *Kernel, const LaunchSites &Sites,
                    std::vector<uint64_t> &Bytes) const;

  const SourceUnit &Unit;
  const Options &Opts;
  KernelNeeds Needs;
  std::vector<KernelRows> Found;
  std::map<const clang::FunctionDecl *, size_t> Known; ///< in Found
};

} // namespace pipeline_rewrite
#endif
