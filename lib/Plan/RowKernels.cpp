//===- RowKernels.cpp - The kernels that have tiles -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/RowKernels.h"
#include "Analyse/Builds/BuildSizes.h"
#include "Analyse/Host/KernelMentions.h"
#include "Frontend/SourceUnit.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace pipeline_rewrite {

void RowKernels::addTo(TileToLayOut &Tile) {
  for (TileRows &Rows : Tile.Instances) {
    const auto *F =
        dyn_cast<FunctionDecl>(Rows.Var->getParentFunctionOrMethod());
    const auto Kernels =
        F ? Needs.kernelsOf(F) : std::vector<const FunctionDecl *>();
    if (Kernels.empty() || isUsedElsewhere(F))
      Rows.CanPad.also(Answer(RefusalId::RowLengthReliedOn,
                              "kernels that are not in view may have it",
                              Rows.Var->getLocation()));
    for (const FunctionDecl *Kernel : Kernels) {
      const auto [At, IsNew] = Known.try_emplace(Kernel, Found.size());
      if (IsNew)
        Found.push_back(describe(Kernel));
      if (!llvm::is_contained(Tile.Kernels, At->second))
        Tile.Kernels.push_back(At->second);
    }
  }
}

/// Of a function that kernels call; of a kernel its launches tell.
bool RowKernels::isUsedElsewhere(const FunctionDecl *F) const {
  return !F->hasAttr<CUDAGlobalAttr>() &&
         (!Unit.sources().isInMainFile(
              Unit.sources().getExpansionLoc(F->getLocation())) ||
          findMentionElsewhere(F, Unit));
}

KernelRows RowKernels::describe(const FunctionDecl *Kernel) const {
  const LaunchSites Sites = findLaunchSites(Kernel, Unit);
  const StaticRoom Room = Needs.roomFor(Kernel);
  KernelRows New;
  New.Name = Kernel->getNameAsString();
  New.StaticBytes = Needs.staticBytes(Kernel);
  New.KeepsBlocks = Room.KeepsBlocks.isNo();
  New.CanGrow = Room.Possible;
  New.CanGrow.also(launchesOf(Kernel, Sites, New.DynamicBytes));
  if (const Answer Same = haveAllBuildsItsSizes(Kernel, Sites, Unit);
      Same.isNo())
    New.CanGrow.also(
        Answer(RefusalId::ConditionalCompilation, Same.because(), Same.at()));
  New.Threads = Needs.launches().largest(Kernel).Threads.value_or(0);
  return New;
}

/// The dynamic memory that they give, or the user's word.
Answer RowKernels::launchesOf(const FunctionDecl *Kernel,
                              const LaunchSites &Sites,
                              std::vector<uint64_t> &Bytes) const {
  const std::string Name = "'" + Kernel->getNameAsString() + "'";
  if (Opts.DynamicBytes)
    Bytes = {*Opts.DynamicBytes};
  if (Sites.AreKnown.isNo())
    // Elsewhere a template may have other instances, too.
    return Opts.DynamicBytes && !Kernel->isTemplateInstantiation()
               ? Answer::yes()
               : Answer(RefusalId::SharedMemoryExceeded,
                        "not all launches of " + Name +
                            " are in view: " + Sites.AreKnown.because(),
                        Sites.AreKnown.at());
  if (Opts.DynamicBytes)
    return Answer::yes();
  for (const LaunchSite &Site : Sites.Sites) {
    if (Site.Kind != LaunchSiteKind::Launch)
      continue;
    if (!Site.Constant)
      return Answer(RefusalId::SharedMemoryExceeded,
                    "how much dynamic memory " + Name +
                        " is launched with is not in view (--dynamic-smem)",
                    Site.Call->getBeginLoc());
    Bytes.insert(Bytes.end(), Site.Values.begin(), Site.Values.end());
  }
  return Answer::yes();
}

void RowKernels::count(const FunctionDecl *Kernel, unsigned Threads,
                       uint64_t Wavefronts) {
  const auto At = Known.find(Kernel);
  if (At == Known.end())
    return;
  Found[At->second].Threads = std::max(Found[At->second].Threads, Threads);
  Found[At->second].Wavefronts = Wavefronts;
}

} // namespace pipeline_rewrite
