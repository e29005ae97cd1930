//===- KernelForms.h - A kernel's forms, and who launches them ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_KERNELFORMS_H
#define PIPELINE_REWRITE_EMIT_KERNELFORMS_H

#include "Emit/EditSet.h"
#include "Plan/PipelinePlan.h"
#include "Schedule/LoopSchedule.h"

namespace pipeline_rewrite {

/// A loop that is planned, and what its rewrite in place changes.
struct FormOfLoop {
  const PipelinePlan *Plan = nullptr;
  const LoopSchedule *Schedule = nullptr;
  const EditSet *Edits = nullptr;
};

/// One form: every loop of the kernel that it changes.
struct KernelForm {
  std::string Is; ///< for a person
  std::vector<FormOfLoop> Loops;
};

struct KernelForms {
  std::vector<KernelForm> Forms; ///< at least one
  std::vector<const LaunchSite *> Sites;
  std::vector<const clang::DeclRefExpr *> Loads; ///< LaunchSites::Loads
  /// Parameters that decide the number of tiles.
  std::vector<const clang::ParmVarDecl *> Tiles;
};

} // namespace pipeline_rewrite
#endif
