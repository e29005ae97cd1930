//===- ProveKernels.h - Do two texts of a kernel compute the same? --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_PROVE_PROVEKERNELS_H
#define PIPELINE_REWRITE_PROVE_PROVEKERNELS_H

#include "Check/UnitKernels.h"
#include "Prove/PairTrial.h"

namespace pipeline_rewrite {

/// A launch as somebody has typed it: names of parameters with numbers, bytes
/// for pointers.
struct TypedLaunch {
  std::array<uint32_t, 3> Grid = {1, 1, 1}, Block = {1, 1, 1};
  uint32_t DynamicBytes = 0;
  /// Of the new kernel, where they are others.
  std::optional<std::array<uint32_t, 3>> NewGrid, NewBlock;
  std::optional<uint32_t> NewDynamicBytes;
  std::map<std::string, int64_t> Numbers;

  bool hasNewShape() const { return NewGrid || NewBlock || NewDynamicBytes; }
  std::string Text;
};

struct ProveRequest {
  std::vector<std::pair<std::string, std::string>> Pairs; ///< of other names
  std::vector<TypedLaunch> Launches;
  Tolerance May;
  bool MayOverlap = false; ///< buffers of a launch
  double SecondsOfKernel = 2;
  double Seconds = 0; ///< for all of them; 0: as long as it takes
};

enum class ProveVerdict { Equal, Different, NotDecided };

/// What came of two kernels.
struct ProvedPair {
  std::string Old, New;
  SourcePlace OldPlace, NewPlace;
  ProveVerdict Verdict = ProveVerdict::NotDecided;
  std::string Why; ///< of NotDecided
  unsigned Launches = 0, LaunchesInView = 0, Schedules = 0;
  uint64_t LeastBarriers = 0, MostBarriers = 0;
  std::vector<BlockShape> Blocks;
  struct Range {
    std::string Name;
    int64_t Least = 0, Most = 0;
  };
  std::vector<Range> Sizes;
  std::optional<ElementPair> Worst;
  std::optional<PairDifference> Difference;
  /// Of Equal: where two buffers overlap they are not.
  std::optional<PairDifference> Overlap;
  /// Launches in view that do not count, because of what the old kernel does.
  unsigned Faulty = 0;
  std::optional<executor::Hazard> OldFault; ///< in the first of them
  /// Of --launch, what was not compared, and why.
  std::vector<std::pair<std::string, std::string>> Uncounted;
  double Seconds = 0;
};

struct ProvedKernels {
  std::vector<ProvedPair> Pairs;
  std::vector<std::string> OnlyOld, OnlyNew; ///< kernels without a partner
  /// Typed for a parameter that no old kernel has; then there are no pairs.
  std::string UnknownName;
};

/// Runs every pair of kernels with the same launches.
///
/// Takes:    two units, which may be one; \p Tell is called before each pair.
/// Requires: the ASTs are complete.
/// Never:    prints, ends the process, touches a file.
ProvedKernels proveKernels(
    const SourceUnit &Old, const SourceUnit &New, const Options &Opts,
    const ProveRequest &Asked,
    llvm::function_ref<void(const std::string &Kernel, size_t, size_t)> Tell);

// TrialSearch.cpp. As LaunchSearch, for kernels of which nobody has found a
// loop: launches of the host code first, then made-up ones of many sizes, grids
// and blocks.

/// Compares until \p Runner wants no more, or time is over.
/// Gives: why nothing was compared; nothing if something was.
std::optional<std::string> searchTrials(const TrialSpace &Space,
                                        llvm::ArrayRef<HostTrial> Host,
                                        TrialRunner &Runner);

/// The smallest launch near \p From for which \p Holds.
Trial shrunk(Trial From, const TrialSpace &Space,
             llvm::function_ref<bool(const Trial &)> Holds);

} // namespace pipeline_rewrite
#endif
