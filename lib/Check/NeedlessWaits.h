//===- NeedlessWaits.h - Waits that ask for more than is needed -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that does nothing wrong is run again as if one wait for copies left
// a group more in flight, or one barrier were not there. What changes nothing
// is not needed, as far as was run: evidence, no proof. So there is an answer
// only where the runs show what they can: tiles enough for every buffer to come
// round twice, several warps, and no access to shared memory that none of the
// launches reaches.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_CHECK_NEEDLESSWAITS_H
#define PIPELINE_REWRITE_CHECK_NEEDLESSWAITS_H

#include "Check/CheckTrial.h"
#include "Match/LoopAnnotations.h"

namespace pipeline_rewrite {

/// The lines of a unit's K-loops.
std::vector<CountedLoop> linesOfLoops(const SourceUnit &Unit);

class NeedlessWaits {
public:
  /// \p Loops: of whose waits and barriers is asked; all others stay.
  /// \p Seconds: nominal, of the runs that are made here.
  NeedlessWaits(CheckTrial &Runner, const UnitKernel &Kernel,
                llvm::ArrayRef<CountedLoop> Loops, double Seconds)
      : Runner(Runner), Kernel(Kernel), Loops(Loops),
        Until(Runner.nominalSeconds() + Seconds) {}

  /// A launch under which the kernel does nothing wrong. \p IsMadeUp: its
  /// numbers may be made larger, for more tiles.
  void add(const Trial &T, bool IsMadeUp);
  /// At most one wait, and one barrier if \p AsksBarriers.
  std::vector<SourceWarning> find(bool AsksBarriers);

private:
  struct Launch {
    Trial At;
    executor::LaunchResult Result; ///< in order, as the text is
    LaunchMemory::State Left;
  };
  struct Asked;

  std::optional<Launch> run(const Trial &T);
  void addLonger();
  void use(Launch New);
  bool isNeeded(const Asked &Wait, uint64_t Last);
  bool isEnough(const executor::WaitCount &Of) const;
  std::vector<Asked> asked(bool Barriers) const;
  const executor::WaitPlace *placeInLoop(const executor::WaitCount &Of) const;
  std::optional<SourceWarning> say(const Asked &Wait);
  std::string evidence(const Asked &Wait) const;
  bool isOver() const { return Runner.nominalSeconds() > Until; }

  CheckTrial &Runner;
  const UnitKernel &Kernel;
  llvm::ArrayRef<CountedLoop> Loops;
  const double Until;
  std::optional<Trial> MadeUp;
  std::vector<Launch> Used;
  unsigned Long = 0, Short = 0; ///< of Used
};

} // namespace pipeline_rewrite
#endif
