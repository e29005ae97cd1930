//===- PlanTileCopies.cpp - Which tiles that are loaded once change -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/PlanTileCopies.h"
#include "Analyse/Builds/MadeOf.h"
#include "Analyse/Builds/OtherConversions.h"
#include "Analyse/Builds/TextRules.h"
#include "Budget/Architecture.h"
#include "Options/Copies.h"
#include "Plan/Decisions.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The statements that would change are the same, and copy as many bytes.
bool agree(const TileCopy &A, const TileCopy &B) {
  return llvm::equal(
      A.Stores, B.Stores, [](const RegionStore &S, const RegionStore &O) {
        return S.Statement->getBeginLoc() == O.Statement->getBeginLoc() &&
               !S.RawSource == !O.RawSource && S.Bytes == O.Bytes;
      });
}

/// The same array in another instance.
const TileCopy *findIn(const std::vector<TileCopy> &Instance,
                       const TileCopy &Copy) {
  for (const TileCopy &Other : Instance)
    if (Other.Tile->getLocation() == Copy.Tile->getLocation())
      return &Other;
  return nullptr;
}

Refusal refuse(const TileCopy &Copy, const SourceUnit &Unit, RefusalId Id,
               std::string Detail) {
  return {Id,
          Unit.place(Copy.Stores.front().Statement->getBeginLoc()),
          std::move(Detail),
          {}};
}

/// cp.async copies 4, 8 or 16 bytes as they are, in every build.
std::optional<Refusal> refuseOtherType(const TileCopy &Copy,
                                       const SourceUnit &Unit) {
  const FunctionDecl *In = Copy.Region->Function;
  for (const RegionStore &S : Copy.Stores) {
    if (!S.RawSource)
      continue;
    auto Name = MadeOf(*Copy.Builds).decidesType(S.Target, In);
    if (!Name)
      Name = convertsElsewhere(S, In, *Copy.Builds);
    if (Name)
      return refuse(Copy, Unit, RefusalId::ConditionalCompilation,
                    "'" + *Name +
                        "' may give its elements another type or value in "
                        "another build");
  }
  return std::nullopt;
}

std::optional<Refusal>
findReason(const TileCopy &Copy, const CopyRegionSite &Site,
           llvm::ArrayRef<std::vector<TileCopy>> Instances,
           const SourceUnit &Unit, const Options &Opts) {
  for (const std::vector<TileCopy> &Instance : Instances)
    if (const TileCopy *Other = findIn(Instance, Copy); Other && Other->Reason)
      return Other->Reason;
  for (const std::vector<TileCopy> &Instance : Instances)
    if (const TileCopy *Other = findIn(Instance, Copy);
        !Other || !agree(*Other, Copy))
      return refuse(Copy, Unit, RefusalId::InstancesDiffer,
                    "the instances of '" + Site.Kernel + "' fill '" +
                        Copy.Tile->getNameAsString() + "' in different ways");
  if (auto R = refuseUnreadable(Site, OtherBuilds(Unit), Unit)) {
    R->Place = Unit.place(Copy.Stores.front().Statement->getBeginLoc());
    return R;
  }
  if (auto R = refuseOtherType(Copy, Unit))
    return R;
  if (!anyHasAsyncCopy(Opts.Archs))
    return refuse(Copy, Unit, RefusalId::CopyNotRaw,
                  "no target architecture has cp.async");
  if (unsigned Version = toolkitVersion(Unit);
      Version && Version < describe(AsyncApi::Primitives).FirstToolkit)
    return refuse(Copy, Unit, RefusalId::CopyNotRaw,
                  "the toolkit is older than CUDA 11.0 and has no cp.async");
  return std::nullopt;
}

} // namespace

std::vector<TileCopyPlan>
planTileCopies(const CopyRegionSite &Site,
               llvm::ArrayRef<std::vector<TileCopy>> Instances,
               const SourceUnit &Unit, const Options &Opts) {
  std::vector<TileCopyPlan> Plans;
  for (const std::vector<TileCopy> &Instance : Instances)
    for (const TileCopy &Copy : Instance) {
      const bool IsKnown = llvm::any_of(Plans, [&](const TileCopyPlan &Plan) {
        return Plan.Copy.Tile->getLocation() == Copy.Tile->getLocation();
      });
      if (!IsKnown)
        Plans.push_back({Copy, findReason(Copy, Site, Instances, Unit, Opts)});
    }
  return Plans;
}

} // namespace pipeline_rewrite
