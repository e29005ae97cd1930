//===- HandPipelineCheck.h - pipeline-rewrite-hand-pipeline ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warns of mistakes in pipelines that were written by hand.
// docs/checks/pipeline-rewrite-hand-pipeline.md describes it for users.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_TIDY_HANDPIPELINECHECK_H
#define PIPELINE_REWRITE_TOOL_TIDY_HANDPIPELINECHECK_H

#include "Frontend/SourceUnit.h"
#include "clang-tidy/ClangTidyCheck.h"

namespace pipeline_rewrite {

/// lintHandPipelines() on clang-tidy's own AST.
class HandPipelineCheck : public clang::tidy::ClangTidyCheck {
public:
  HandPipelineCheck(llvm::StringRef Name,
                    clang::tidy::ClangTidyContext *Context)
      : ClangTidyCheck(Name, Context), Context(Context) {}

  bool
  isLanguageVersionSupported(const clang::LangOptions &Language) const override;
  void registerPPCallbacks(const clang::SourceManager &Sources,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *Expander) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void
  check(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;

private:
  void report(const SourceUnit &About, const clang::SourceManager &Sources);

  clang::tidy::ClangTidyContext *const Context;
  clang::Preprocessor *PP = nullptr;
};

} // namespace pipeline_rewrite
#endif
