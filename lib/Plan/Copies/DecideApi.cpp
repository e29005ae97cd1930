//===- DecideApi.cpp - The interface of asynchronous copies ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Copies/CanPartition.h"
#include "Plan/Decisions.h"
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

/// Waits for the pipeline order all that the barrier of an iteration does.
Answer canReplaceBarrier(const PipelinePlan &Plan,
                         llvm::ArrayRef<PlanInstance> Instances,
                         const SourceUnit &Unit) {
  if (const Answer Only = orderOnlyCopies(Plan, Instances); Only.isNo())
    return Only;
  // That of CUDA 11.8 waits for nobody where each thread is producer and
  // consumer; those between were not looked at.
  if (toolkitVersion(Unit) < 13000)
    return "producer_acquire() may not wait before CUDA 13.0";
  return Answer::yes();
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
  if (Asked.CopiesBoxes)
    May = "threads of their own copy tensor maps alone";
  if (May.isYes() && Asked.Protocol.WaitsForBlock)
    May = canWaitForBlock(Instances);
  if (May.isYes() && Asked.Protocol.OwnThreads)
    May = canPartition(Plan, Instances, Opts);
  if (May.isYes() && Asked.Protocol.OwnThreads)
    May = canReplaceBarrier(Plan, Instances, Unit);
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

static std::optional<Refusal> useTied(AsyncApi Api, PipelinePlan &Plan,
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

std::optional<Refusal> useInterface(AsyncApi Api, PipelinePlan &Plan,
                                    const PlanInput &In) {
  if (auto R = useTied(Api, Plan, In))
    return R;
  return interfaceFor(In.Opts).Protocol.OwnThreads ? partitionMaps(Plan, In)
                                                   : std::nullopt;
}

} // namespace pipeline_rewrite
