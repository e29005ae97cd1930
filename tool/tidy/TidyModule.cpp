//===- TidyModule.cpp - The checks, for clang-tidy to find ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "HandPipelineCheck.h"
#include "KLoopCheck.h"
#include "Support/ClangTidyModule.h"

namespace pipeline_rewrite {
namespace {

class TidyModule : public clang::tidy::ClangTidyModule {
public:
  void
  addCheckFactories(clang::tidy::ClangTidyCheckFactories &Checks) override {
    Checks.registerCheck<KLoopCheck>("pipeline-rewrite-k-loop");
    Checks.registerCheck<HandPipelineCheck>("pipeline-rewrite-hand-pipeline");
  }
};

const clang::tidy::ClangTidyModuleRegistry::Add<TidyModule>
    Registered("pipeline-rewrite-module",
               "Software pipelining of CUDA kernels.");

} // namespace
} // namespace pipeline_rewrite
