//===- CopyProgress.h - What threads have said of their copies ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Schedule: tiles that were acquired, committed, waited for and
// released, in a run of Replay.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_COPYPROGRESS_H
#define PIPELINE_REWRITE_SCHEDULE_COPYPROGRESS_H

#include "Schedule/ScheduleInput.h"
#include "Schedule/TileMemory.h"

namespace pipeline_rewrite {

/// Each function but the questions gives what is wrong; else "".
class CopyProgress {
public:
  CopyProgress(const ScheduleInput &In, unsigned Stages, TileMemory &Memory)
      : In(In), Stages(Stages), Memory(Memory) {}

  std::string acquire();
  std::string commit();
  std::string wait(const Step &Each);
  std::string release();
  std::string finish() const;

  /// A buffer is free.
  bool mayAcquire() const { return Acquired < Released + Stages; }
  /// A copy may start: a buffer is acquired and not committed.
  bool mayCopy() const { return !In.acquires() || Acquired != Committed; }
  bool isReleased(unsigned Tile) const {
    return In.acquires() && Released > Tile;
  }

private:
  const ScheduleInput &In;
  const unsigned Stages;
  TileMemory &Memory;
  unsigned Acquired = 0, Committed = 0, Waited = 0, Released = 0;
};

} // namespace pipeline_rewrite
#endif
