//===- KernelFind.h - What is a find --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_CHECK_KERNELFIND_H
#define PIPELINE_REWRITE_CHECK_KERNELFIND_H

#include "Check/UnitKernels.h"

namespace pipeline_rewrite {

/// The stable id of a kind of find, as "shared-race"; null: no find by itself.
const char *findIdOf(const executor::Hazard &H);
/// What each id means, for lists of rules.
std::vector<std::pair<llvm::StringLiteral, llvm::StringLiteral>> findIds();
/// The ids of advice, and what each means.
std::vector<std::pair<llvm::StringLiteral, llvm::StringLiteral>> adviceIds();

struct KernelFind {
  std::string Id;
  SourcePlace Place, Other; ///< line 0: not known
  std::string Message;      ///< one sentence
  std::string Launch;       ///< "k<<<(1, 1, 1), (64, 1, 1), 0>>>"
  std::string Origin;       ///< "launch in line 40, assuming n = 301"
  std::string Schedule;
  std::vector<std::string> Arguments;
  executor::Hazard Hazard;
  /// A launch of the host's with such numbers, or a block that was guessed and
  /// that nothing shows to be the right one.
  bool HasAssumedSizes = false;
  int Thread = -1;    ///< of the block, in its order; -1: no one thread's
  bool Known = false; ///< a baseline lists it
};

/// "with k<<<…>>> (launch in line 40), schedule: in order"
std::string launchOf(const KernelFind &Find);

/// A line of the compiled text, in a file as the user calls it.
SourcePlace placeInSource(llvm::StringRef File, unsigned Line,
                          const UnitKernel &Kernel);

/// The find that a hazard is; nothing if it is none by itself.
std::optional<KernelFind> findOf(const executor::Hazard &H,
                                 const UnitKernel &Kernel);

/// Of threads that meet, and of barriers: no size of a buffer makes them.
bool isOfOrder(executor::HazardKind Kind);
/// What a launch that nobody has written can say of the kernel: nothing about
/// bounds of buffers, assertions on arguments, or words that two sizes make
/// overlap.
bool countsMadeUp(const executor::Hazard &H);
bool isRace(const executor::Hazard &H);
/// Who comes too early reads what nobody has written yet: there is a race at
/// the same place, and that is the find.
bool isOfRace(const executor::Hazard &Read, const executor::LaunchResult &In);
bool has(const executor::LaunchResult &R, executor::HazardKind Kind);
/// A launch that nobody has written says nothing then: an access that is out of
/// bounds reads anything, and a trap ends it early.
bool spoils(const executor::Hazard &H);
/// Whoever reads another value than in the right order computes any index.
bool followsRace(const executor::Hazard &H,
                 llvm::ArrayRef<executor::Hazard> In);
/// It leaves an array of the kernel, or accesses a part of a vector.
bool breaksSizes(const executor::Hazard &H);
/// A copy that is waited for in a loop is not, where the loop does not run:
/// nobody may launch it so. \p Unreached: of a launch in which it does.
bool isOfIdleLoop(const executor::Hazard &H, const executor::LaunchResult &In,
                  llvm::ArrayRef<uint32_t> Unreached);

} // namespace pipeline_rewrite
#endif
