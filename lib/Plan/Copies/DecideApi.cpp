//===- DecideApi.cpp - The interface of asynchronous copies ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Copies/DecideApi.h"
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

/// What new text in the words of \p Api needs is there.
Answer canCompile(const CopyInterface &Api, const SourceUnit &Unit) {
  if (Api.Cpp17 && !Unit.context().getLangOpts().CPlusPlus17)
    return "cuda::pipeline needs C++17";
  for (llvm::StringRef Header : llvm::reverse(Api.Headers))
    if (!canInclude(Unit, Header))
      return "there is no header <" + Header.str() + ">";
  return Answer::yes();
}

/// The loads' threads read what they have just stored, before the barrier: the
/// pipeline has not waited yet.
bool readsBeforeBarrier(const LoopFacts &F) {
  for (unsigned I = 0; I < F.Units.size(); ++I) {
    if (F.isBetweenBarriers(I) || F.Units[I].Role != UnitRole::Compute)
      continue;
    const Effects E = F.Collector->collect(F.Units[I].S);
    if (llvm::any_of(E.Accesses, [](const Access &Acc) {
          return Acc.Read &&
                 (Acc.Where == Space::Shared || Acc.Where == Space::Unknown);
        }))
      return true;
  }
  return false;
}

/// A pipeline of the block waits for nobody who does not come.
Answer canWaitForBlock(llvm::ArrayRef<PlanInstance> Instances) {
  for (const LoopFacts &F : Instances) {
    if (F.IsOfWholeBlock.isNo())
      return F.IsOfWholeBlock;
    if (readsBeforeBarrier(F))
      return "shared memory is read between the loads and their barrier";
    if (!F.Loop->Exits.empty() || !F.Loop->Votes.empty())
      return "a vote of the block is a barrier of the loop, or a break leaves "
             "it, which a pipeline of the block does not stand for";
  }
  return Answer::yes();
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

/// Waits for the pipeline order all that the barrier of an iteration does.
Answer canReplaceBarrier(const PipelinePlan &Plan,
                         llvm::ArrayRef<PlanInstance> Instances,
                         const SourceUnit &Unit) {
  if (Plan.usesRegisters() || Plan.KeepLoadBarrier ||
      Plan.Facts->Loop->Barriers.size() != 2 ||
      !llvm::all_of(Instances, computesApart))
    return "it orders more than asynchronous copies";
  // That of CUDA 11.8 waits for nobody where each thread is producer and
  // consumer; those between were not looked at.
  if (toolkitVersion(Unit) < 13000)
    return "producer_acquire() may not wait before CUDA 13.0";
  return Answer::yes();
}

/// A second layer of threads can do the copies.
Answer canPartition(const PipelinePlan &Plan,
                    llvm::ArrayRef<PlanInstance> Instances,
                    const SourceUnit &Unit, const Options &Opts) {
  if (!Opts.EditLaunches)
    return "a block needs twice its threads, which --no-edit-launches "
           "forbids";
  for (const PlanInstance &Each : Instances)
    if (Answer May = Each.canPartition(); May.isNo())
      return May;
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
    return "what stands after the loop relies on its last barrier";
  return canReplaceBarrier(Plan, Instances, Unit);
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

void decideApi(PipelinePlan &Plan, llvm::ArrayRef<PlanInstance> Instances,
               const SourceUnit &Unit, const Options &Opts) {
  if (Opts.Api == AsyncApi::Primitives || !Plan.usesAsync())
    return;
  const CopyInterface &Asked = describe(Opts.Api);
  Answer May = canCompile(Asked, Unit);
  if (May.isYes() && Asked.Protocol.WaitsForBlock)
    May = canWaitForBlock(Instances);
  if (May.isYes() && Asked.Protocol.OwnThreads)
    May = canPartition(Plan, Instances, Unit, Opts);
  if (May.isNo()) {
    Plan.Deciding.push_back("cp.async is written with the primitives: " +
                            May.because());
    return;
  }
  Plan.Api = Opts.Api;
  if (!Asked.Protocol.Acquires)
    return;
  if (Plan.isPartitioned()) {
    Plan.WaitIsBarrier = true;
    Plan.Deciding.push_back("the launches give a block twice its threads: half "
                            "of them copy, the others compute");
    return;
  }
  const Answer Replace = canReplaceBarrier(Plan, Instances, Unit);
  Plan.WaitIsBarrier = Replace.isYes();
  Plan.Deciding.push_back(
      Replace.isYes() ? "the waits for the pipeline take the place of "
                        "the loop's barriers"
                      : "a barrier stays in the loop: " + Replace.because());
}

std::optional<Refusal> useInterface(AsyncApi Api, PipelinePlan &Plan,
                                    const PlanInput &In) {
  switch (Api) {
#define TIED_INTERFACE(Value)                                                  \
  case AsyncApi::Value:                                                        \
    return tied_interface::Value(Plan, In);
#include "Options/Copies.def"
  default:
    llvm_unreachable("an interface that no variant is tied to");
  }
}

} // namespace pipeline_rewrite
