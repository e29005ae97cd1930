//===- HandPipelineCheck.h - pipeline-rewrite-hand-pipeline ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warns of mistakes in pipelines that were written by hand.
// docs/checks/pipeline-rewrite-hand-pipeline.md describes it for users.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_TIDY_HANDPIPELINECHECK_H
#define PIPELINE_REWRITE_TOOL_TIDY_HANDPIPELINECHECK_H

#include "clang-tidy/ClangTidyCheck.h"

namespace pipeline_rewrite {

/// lintHandPipelines() on clang-tidy's own AST.
class HandPipelineCheck : public clang::tidy::ClangTidyCheck {
public:
  using ClangTidyCheck::ClangTidyCheck;

  bool
  isLanguageVersionSupported(const clang::LangOptions &Language) const override;
  void registerPPCallbacks(const clang::SourceManager &Sources,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *Expander) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void
  check(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;

private:
  clang::Preprocessor *PP = nullptr;
};

} // namespace pipeline_rewrite
#endif
