//===- DecideApi.cpp - The interface of asynchronous copies ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/DecideApi.h"
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

/// Empty if cuda::pipeline can be compiled.
std::string whyNoPipeline(const SourceUnit &Unit) {
  // libcu++ of CUDA 13.0 (cuda/std/__internal/cpp_dialect.h).
  if (!Unit.context().getLangOpts().CPlusPlus17)
    return "cuda::pipeline needs C++17";
  if (!canInclude(Unit, "cuda/pipeline"))
    return "there is no header <cuda/pipeline>";
  return "";
}

} // namespace

void decideApi(PipelinePlan &Plan, const SourceUnit &Unit,
               const Options &Opts) {
  if (Opts.Api == AsyncApi::Primitives || !Plan.usesAsync())
    return;
  std::string Why = whyNoPipeline(Unit);
  if (Why.empty())
    Plan.Api = Opts.Api;
  else
    Plan.Deciding.push_back("cp.async is written with the primitives: " + Why);
}

} // namespace pipeline_rewrite
