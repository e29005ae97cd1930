//===- PlanTileCopies.h - Which tiles that are loaded once change ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_PLANTILECOPIES_H
#define PIPELINE_REWRITE_PLAN_PLANTILECOPIES_H

#include "Analyse/Forms/TileCopy.h"

namespace pipeline_rewrite {

/// A tile that one text fills for all instances of a template.
struct TileCopyPlan {
  TileCopy Copy; ///< as the first instance has it
  /// Why the text stays; nullopt: it is copied asynchronously.
  std::optional<Refusal> Reason;
};

/// Decides for each tile of a site.
///
/// Takes:   for each of the site's instances what analyseTileCopies() gave.
/// Gives:   a plan for each tile that an instance fills.
/// Refuses: instances-differ, copy-not-raw where the target has no cp.async,
///          and what refuseUnreadable() says of the text.
std::vector<TileCopyPlan>
planTileCopies(const CopyRegionSite &Site,
               llvm::ArrayRef<std::vector<TileCopy>> Instances,
               const SourceUnit &Unit, const Options &Opts);

} // namespace pipeline_rewrite
#endif
