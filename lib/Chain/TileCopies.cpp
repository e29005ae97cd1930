//===- TileCopies.cpp - The passes for tiles that are loaded once ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Chain/TileCopies.h"
#include "Emit/EmitEdits.h"
#include "Emit/Loads/TileCopyText.h"
#include "Emit/Source/HeaderMacros.h"
#include "Schedule/BuildSchedule.h"
#include "Schedule/CheckSchedule.h"
#include "llvm/Support/Regex.h"

namespace pipeline_rewrite {
namespace {

bool isSelected(const CopyRegionSite &Site, const Options &Opts) {
  return Opts.Loops.empty() &&
         (Opts.KernelRegex.empty() ||
          llvm::Regex(Opts.KernelRegex).match(Site.Kernel));
}

TileCopyReport reportOf(const TileCopyPlan &Plan, const LoopSchedule &Schedule,
                        const CopyRegionSite &Site, const SourceUnit &Unit,
                        Names &NewNames) {
  TileCopyReport Report;
  Report.Place = Unit.place(Plan.Copy.Stores.front().Statement->getBeginLoc());
  Report.Barrier = Site.Place;
  Report.Kernel = Site.Kernel;
  Report.Tile = Plan.Copy.Tile->getNameAsString();
  Report.Reason = Plan.Reason;
  if (!Report.Reason)
    Report.Reason = findMacroAbove(AsyncApi::Primitives, Unit, Report.Place);
  if (Report.Reason)
    return Report;
  auto Result = emitTileCopy(Plan, Schedule, Unit, NewNames);
  if (auto *No = std::get_if<Refusal>(&Result)) {
    Report.Reason = std::move(*No);
    return Report;
  }
  Report.Changes = std::move(std::get<EditSet>(Result));
  Report.Include =
      includeFor(AsyncApi::Primitives, Unit.text(), Report.Changes.begin(),
                 includeLimit(AsyncApi::Primitives, Unit));
  Report.Bytes = Plan.Copy.Bytes;
  Report.Statements =
      llvm::count_if(Plan.Copy.Stores, [](const RegionStore &S) {
        return S.RawSource != nullptr;
      });
  return Report;
}

/// The loops of a function that are pipelined already.
std::vector<const clang::Stmt *> pipelinedLoops(const clang::FunctionDecl *In,
                                                AnalysedUnit &Analysed,
                                                const AnalysisInput &Asked) {
  std::vector<const clang::Stmt *> Loops;
  for (const KLoopSite &Site : Analysed.sites())
    for (const KLoop &Loop : Site.Instances)
      if (Loop.Function == In && !Analysed.loop(Site, Asked).AlreadyHow.empty())
        Loops.push_back(Loop.Loop);
  return Loops;
}

} // namespace

std::optional<std::vector<TileCopyReport>>
rewriteTileCopies(AnalysedUnit &Analysed, const Options &Opts,
                  std::optional<std::string> &Fault) {
  if (!Opts.CopyOnce)
    return std::nullopt;
  const SourceUnit &Unit = Analysed.unit();
  const AnalysisInput Asked(Opts);
  // No tile has another one.
  const LoopSchedule Schedule = copyOnceSchedule();
  if (auto Wrong = checkCopyOnce(Schedule))
    Fault = "the schedule of tiles that are loaded once is wrong: " + *Wrong;
  std::vector<TileCopyReport> Reports;
  Names NewNames(Unit);
  for (const CopyRegionSite &Site : findCopyRegions(Unit)) {
    if (!isSelected(Site, Opts))
      continue;
    std::vector<std::vector<TileCopy>> Instances;
    for (const CopyRegion &Region : Site.Instances)
      Instances.push_back(analyseTileCopies(
          Region, pipelinedLoops(Region.Function, Analysed, Asked), Unit,
          Asked));
    for (const TileCopyPlan &Plan : planTileCopies(Site, Instances, Unit, Opts))
      Reports.push_back(reportOf(Plan, Schedule, Site, Unit, NewNames));
  }
  return Reports;
}

} // namespace pipeline_rewrite
