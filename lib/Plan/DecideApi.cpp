//===- DecideApi.cpp - The interface of asynchronous copies ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/DecideApi.h"
#include "Mutation.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool canInclude(const SourceUnit &Unit, llvm::StringRef Header) {
  ConstSearchDirIterator Folder = nullptr;
  return Unit.preprocessor()
      .getHeaderSearchInfo()
      .LookupFile(Header, SourceLocation(), /*isAngled=*/true,
                  /*FromDir=*/nullptr, &Folder, /*Includers=*/{},
                  /*SearchPath=*/nullptr, /*RelativePath=*/nullptr,
                  /*RequestingModule=*/nullptr, /*SuggestedModule=*/nullptr,
                  /*IsMapped=*/nullptr, /*IsFrameworkFound=*/nullptr)
      .has_value();
}

/// Empty if what \p Api needs can be compiled.
std::string whyNoPipeline(const SourceUnit &Unit, AsyncApi Api) {
  // libcu++ of CUDA 13.0 (cuda/std/__internal/cpp_dialect.h).
  if (!Unit.context().getLangOpts().CPlusPlus17)
    return "cuda::pipeline needs C++17";
  if (!canInclude(Unit, "cuda/pipeline"))
    return "there is no header <cuda/pipeline>";
  if (Api != AsyncApi::Pipeline && !canInclude(Unit, "cooperative_groups.h"))
    return "there is no header <cooperative_groups.h>";
  return "";
}

/// Empty if a pipeline of the block waits for nobody who does not come.
std::string whyNoBlockPipeline(llvm::ArrayRef<LoopFacts> Instances) {
  if (mutated(Mutation::AllowAbsentThreads))
    return "";
  for (const LoopFacts &F : Instances) {
    if (!F.WhyNotWholeBlock.empty())
      return F.WhyNotWholeBlock;
    if (!F.Loop->Exits.empty() || !F.Loop->Votes.empty())
      return "a vote of the block is a barrier of the loop, or a break leaves "
             "it, which a pipeline of the block does not stand for";
  }
  return "";
}

/// Threads exchange nothing by what the loop keeps: they write private
/// variables only, and their tiles are those that the pipeline guards.
bool computesApart(const LoopFacts &F) {
  return llvm::all_of(F.Units, [&](const LoopUnit &U) {
    if (U.Role != UnitRole::Compute && U.Role != UnitRole::Both)
      return true;
    Effects E = F.Collector->collect(U.S);
    E.Asm = E.WarpSync = nullptr; // registers, and reads of shared memory
    return E.isPure();
  });
}

/// What the barrier of an iteration orders that waits for the pipeline do not;
/// empty if there is nothing.
std::string whyBarrierStays(const PipelinePlan &Plan,
                            llvm::ArrayRef<LoopFacts> Instances,
                            const SourceUnit &Unit) {
  if (Plan.usesRegisters() || Plan.KeepLoadBarrier ||
      Plan.Facts->Loop->Barriers.size() != 2 ||
      (!llvm::all_of(Instances, computesApart) &&
       !mutated(Mutation::AllowWaitAsBarrier)))
    return "it orders more than asynchronous copies";
  // That of CUDA 11.8 waits for nobody where each thread is producer and
  // consumer; those between were not looked at.
  if (toolkitVersion(Unit) < 13000)
    return "producer_acquire() may not wait before CUDA 13.0";
  return "";
}

/// Why a second layer of threads cannot do the copies; empty if it can.
std::string whyNotPartitioned(const PipelinePlan &Plan,
                              llvm::ArrayRef<LoopFacts> Instances,
                              const SourceUnit &Unit, const Options &Opts) {
  if (!Opts.EditLaunches)
    return "a block needs twice its threads, which --no-edit-launches "
           "forbids";
  for (const LoopFacts &F : Instances)
    if (!F.Partition.WhyNot.empty())
      return F.Partition.WhyNot;
  const LoopFacts &Facts = Instances.front();
  if (Plan.usesRegisters())
    return "some of what is loaded goes through registers";
  if (Plan.Shape == LoopShape::Peel)
    return "the loop of the threads that compute has no last tile to peel";
  if (Facts.Loop->isBodyFirst() || Facts.ConditionWrites)
    return "the loop's header cannot be written twice";
  if (Facts.Units[Facts.LoadBarrier].Added ||
      Facts.Units[Facts.TrailingBarrier].Added)
    return "the source lacks a barrier";
  if (llvm::any_of(Facts.Tiles, [](const Tile &T) { return T.Dynamic; }))
    return "a tile lies in dynamic shared memory";
  if (Plan.KeepTrailingBarrier)
    return "what stands behind the loop relies on its last barrier";
  return whyBarrierStays(Plan, Instances, Unit);
}

} // namespace

unsigned toolkitVersion(const SourceUnit &Unit) {
  Preprocessor &PP = Unit.preprocessor();
  const MacroInfo *Macro =
      PP.getMacroInfo(PP.getIdentifierInfo("CUDART_VERSION"));
  unsigned Version = 0;
  if (!Macro || Macro->getNumTokens() != 1 ||
      llvm::StringRef(PP.getSpelling(Macro->getReplacementToken(0)))
          .getAsInteger(10, Version))
    return 0;
  return Version;
}

void decideApi(PipelinePlan &Plan, llvm::ArrayRef<LoopFacts> Instances,
               const SourceUnit &Unit, const Options &Opts) {
  if (Opts.Api == AsyncApi::Primitives || !Plan.usesAsync())
    return;
  std::string Why = whyNoPipeline(Unit, Opts.Api);
  if (Why.empty() && Opts.Api != AsyncApi::Pipeline)
    Why = whyNoBlockPipeline(Instances);
  if (Why.empty() && Opts.Api == AsyncApi::PipelinePartitioned)
    Why = whyNotPartitioned(Plan, Instances, Unit, Opts);
  if (!Why.empty()) {
    Plan.Deciding.push_back("cp.async is written with the primitives: " + Why);
    return;
  }
  Plan.Api = Opts.Api;
  if (!Plan.usesBlockPipeline())
    return;
  if (Plan.isPartitioned()) {
    Plan.WaitIsBarrier = true;
    Plan.Deciding.push_back("the launches give a block twice its threads: half "
                            "of them copy, the others compute");
    return;
  }
  std::string Stays = whyBarrierStays(Plan, Instances, Unit);
  Plan.WaitIsBarrier = Stays.empty();
  Plan.Deciding.push_back(Stays.empty()
                              ? "the waits for the pipeline take the place of "
                                "the loop's barriers"
                              : "a barrier stays in the loop: " + Stays);
}

} // namespace pipeline_rewrite
