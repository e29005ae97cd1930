//===- LaunchPlan.h - What launches give a kernel -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_LAUNCHPLAN_H
#define PIPELINE_REWRITE_PLAN_LAUNCHPLAN_H

#include "Analyse/Host/LaunchSites.h"

namespace pipeline_rewrite {

/// What becomes of an amount of dynamic shared memory, in bytes.
enum class NewBytes {
  Same, ///< they are enough
  Least ///< LaunchPlan::AtLeast, if that is more
};

/// What a launch must be like for the new loop, of which the kernel asks.
struct LaunchTest {
  uint64_t Bytes = 0; ///< of dynamic shared memory, at least
  BlockShapes Blocks; ///< one of these; any if empty
};

/// What the launches of the kernel give it: so many bytes at least. They stay
/// as they are without.
struct LaunchPlan {
  /// Bytes from one stage to the next, of tiles that are dynamic in the source.
  uint64_t StageBytes = 0;
  uint64_t AtLeast = 0;
  /// More than 48 KB, which the host must allow first, and may not have.
  bool RaiseLimit = false;
  /// nullopt: nothing else launches it.
  std::optional<LaunchTest> Test;

  bool grows() const { return AtLeast; }
  /// In place of \p Before bytes.
  uint64_t bytes(uint64_t Before) const { return std::max(Before, AtLeast); }
  NewBytes ofSite(const LaunchSite &Site) const;
};

/// What becomes of the limit that the host sets for a kernel's dynamic shared
/// memory.
enum class NewLimit {
  Same,  ///< it is set already, or not needed
  Raised ///< what gives the bytes allows them first
};

/// One place on the host that is to give a kernel more, or to ask for it.
struct LaunchEdit {
  const LaunchSite *Site = nullptr;
  NewBytes Bytes = NewBytes::Same;
  NewLimit Limit = NewLimit::Same;
};

} // namespace pipeline_rewrite
#endif
