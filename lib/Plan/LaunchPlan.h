//===- LaunchPlan.h - What launches give a kernel -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_LAUNCHPLAN_H
#define PIPELINE_REWRITE_PLAN_LAUNCHPLAN_H

#include "Analyse/Host/LaunchSites.h"

namespace pipeline_rewrite {

/// What becomes of an amount of dynamic shared memory, in bytes.
enum class NewBytes {
  Same,        ///< they are enough
  Least,       ///< LaunchPlan::AtLeast, if that is more
  Times,       ///< LaunchPlan::Stages times as much
  RoundedTimes ///< rounded up to LaunchPlan::StageUnit, and then times that
};

/// How the kernel knows the distance from one stage to the next.
enum class StageDistance {
  Constant,   ///< LaunchPlan::StageBytes
  PartOfGiven ///< an equal part of what the launch gave: the kernel asks
};

/// What the launches of the kernel give it in place of what they gave: so many
/// times the bytes, or so many bytes at least. They stay as they are without
/// either.
struct LaunchPlan {
  unsigned Stages = 1;    ///< times as much
  uint64_t StageUnit = 0; ///< bytes that each time is a multiple of
  /// Bytes from one stage to the next, where the tiles are less than all that a
  /// launch gives; 0: equal parts of what it gives.
  uint64_t StageBytes = 0;
  /// What every launch must give at least; 0: Stages times what it gave.
  uint64_t AtLeast = 0;
  /// More than 48 KB, which the host must allow first, and may not have.
  bool RaiseLimit = false;

  bool grows() const { return Stages > 1 || AtLeast; }
  /// In place of \p Before bytes.
  uint64_t bytes(uint64_t Before) const;
  StageDistance distance() const {
    return StageBytes ? StageDistance::Constant : StageDistance::PartOfGiven;
  }
  /// Of an amount that is known when the program runs.
  NewBytes ofUnknown() const {
    return AtLeast ? NewBytes::Least : NewBytes::RoundedTimes;
  }
  NewBytes ofSite(const LaunchSite &Site) const;
};

/// What becomes of the limit that the host sets for a kernel's dynamic shared
/// memory.
enum class NewLimit {
  Same,  ///< it is set already, or not needed
  Raised ///< a call in front allows what is given
};

/// One place on the host that is to give a kernel more, or to ask for it.
struct LaunchEdit {
  const LaunchSite *Site = nullptr;
  NewBytes Bytes = NewBytes::Same;
  NewLimit Limit = NewLimit::Same;
};

} // namespace pipeline_rewrite
#endif
