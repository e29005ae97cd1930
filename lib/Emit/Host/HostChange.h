//===- HostChange.h - What a rewrite changes on the host ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_HOSTCHANGE_H
#define PIPELINE_REWRITE_EMIT_HOSTCHANGE_H

#include "Analyse/Host/LaunchSites.h"
#include <string>

namespace pipeline_rewrite {

/// One place of the source where a kernel gets more dynamic shared memory.
struct HostChange {
  unsigned Line = 0; ///< of the source
  LaunchSiteKind Place = LaunchSiteKind::Launch;
  std::string Before, After; ///< bytes, as they are written
  bool RaisesLimit = false;  ///< a new statement does, for this launch
};

} // namespace pipeline_rewrite
#endif
