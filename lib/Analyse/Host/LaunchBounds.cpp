//===- LaunchBounds.cpp - What a kernel may be compiled for ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/LaunchBounds.h"
#include "Analyse/Builds/BuildSizes.h"
#include "Analyse/Host/LaunchNumbers.h"
#include "Analyse/Host/LaunchSites.h"
#include "Analyse/Host/Launches.h"
#include "Frontend/SourceUnit.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// As builtin/host_defines.h spells what clang has no attribute for.
bool limitsRegisters(const FunctionDecl *F) {
  return llvm::any_of(F->specific_attrs<AnnotateAttr>(), [](const auto *A) {
    return A->getAnnotation() == "__maxnreg__" ||
           A->getAnnotation() == "__block_size__";
  });
}

class BoundsFinder {
public:
  BoundsFinder(const FunctionDecl *Kernel, const SourceUnit &Unit)
      : Kernel(Kernel), Unit(Unit) {}

  LaunchBounds run() {
    const FunctionDecl *Written = definition();
    if (!Kernel->hasAttr<CUDAGlobalAttr>() || !Written) {
      fail("the loop is in a function that kernels call",
           Kernel->getLocation());
      return Out;
    }
    const NestedNameSpecifierLoc Qualifier = Written->getQualifierLoc();
    Out.Name = Qualifier ? Qualifier.getBeginLoc() : Written->getLocation();
    if (!Unit.isInSubject(Out.Name) || Out.Name.isMacroID())
      fail("the kernel's name is not written in this file", Out.Name);
    else if (const auto *Bounds = Kernel->getAttr<CUDALaunchBoundsAttr>())
      readBounds(Bounds, Written);
    else
      askLaunches();
    Out.CanWrite.confirm();
    return Out;
  }

private:
  void fail(std::string Why, SourceLocation At) {
    Out.CanWrite.also({std::move(Why), At});
  }

  /// Of a template's instance, that of the template.
  const FunctionDecl *definition() const {
    const FunctionDecl *Pattern = Kernel->getTemplateInstantiationPattern();
    const FunctionDecl *Written = nullptr;
    return (Pattern ? Pattern : Kernel)->isDefined(Written) ? Written : nullptr;
  }

  /// A number of blocks may be added to the bounds, or raised.
  void readBounds(const CUDALaunchBoundsAttr *Bounds,
                  const FunctionDecl *Written) {
    unsigned Declared = 0;
    for (const FunctionDecl *Each : Written->redecls())
      if (const auto *Own = Each->getAttr<CUDALaunchBoundsAttr>())
        Declared += !Own->isInherited();
    if (Declared > 1)
      fail("several declarations of the kernel say launch bounds",
           Bounds->getLocation());
    Out.SaidThreads = Bounds->getMaxThreads();
    Out.SaidBlocks = Bounds->getMinBlocks();
    const Expr *Last = Out.SaidBlocks ? Out.SaidBlocks : Out.SaidThreads;
    if (!isWrittenInFile(Last, Unit))
      fail("the kernel's launch bounds are written in a macro",
           Bounds->getLocation());
    if (!Out.SaidBlocks)
      return;
    const auto Blocks = constantBytes(Out.SaidBlocks, Unit.context());
    if (!Blocks)
      fail("the kernel's launch bounds are no constants",
           Bounds->getLocation());
    Out.BlocksBefore = Blocks.value_or(0);
  }

  void askLaunches() {
    if (limitsRegisters(Kernel))
      return fail("the kernel says how many registers or threads it has",
                  Kernel->getLocation());
    const LaunchSites Launches = findLaunchSites(Kernel, Unit);
    if (!Launches.AreKnown.isYes())
      return Out.CanWrite.also(Launches.AreKnown);
    Out.CanWrite.also(haveAllBuildsItsSizes(Kernel, Launches, Unit));
    for (const LaunchSite &Site : Launches.Sites)
      askSite(Site);
  }

  void askSite(const LaunchSite &Site) {
    if (Site.Kind == LaunchSiteKind::Query)
      return fail("the host asks how many of the kernel's blocks fit",
                  Site.Call->getBeginLoc());
    if (Site.Kind != LaunchSiteKind::Launch)
      return;
    if (Site.Blocks.empty())
      fail("a launch does not write the size of its blocks",
           Site.Call->getBeginLoc());
    for (const Expr *Block : Site.Blocks) {
      const auto Of = constantDimensions(Block, Unit.context());
      const uint64_t Threads = Of ? (*Of)[0] * (*Of)[1] * (*Of)[2] : 0;
      if (!Threads || Threads > MostThreadsOfBlock)
        return fail("a run decides how many threads a launch gives a block",
                    Site.Call->getBeginLoc());
      Out.Threads = std::max<unsigned>(Out.Threads, Threads);
    }
  }

  const FunctionDecl *Kernel;
  const SourceUnit &Unit;
  LaunchBounds Out;
};

} // namespace

LaunchBounds findLaunchBounds(const FunctionDecl *Kernel,
                              const SourceUnit &Unit) {
  return BoundsFinder(Kernel, Unit).run();
}

} // namespace pipeline_rewrite
