//===- HandPipelineCheck.cpp - pipeline-rewrite-hand-pipeline -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "HandPipelineCheck.h"
#include "Lint/HandPipeline.h"
#include "Locations.h"
#include "SharedObjectErrors.h"
#include "Subjects.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang;

namespace pipeline_rewrite {

bool HandPipelineCheck::isLanguageVersionSupported(
    const LangOptions &Language) const {
  return Language.CUDA && !Language.HIP;
}

void HandPipelineCheck::registerPPCallbacks(const SourceManager &,
                                            Preprocessor *Own, Preprocessor *) {
  PP = Own;
  SharedObjectErrors::leaveOut(*PP);
}

void HandPipelineCheck::registerMatchers(ast_matchers::MatchFinder *Finder) {
  Finder->addMatcher(ast_matchers::translationUnitDecl(), this);
}

void HandPipelineCheck::check(
    const ast_matchers::MatchFinder::MatchResult &Result) {
  const SourceManager &Sources = *Result.SourceManager;
  auto Unit = adoptSource(*Result.Context, *PP, pipeline_rewrite::Options());
  if (!Unit) {
    diag("%0") << toString(Unit.takeError());
    return;
  }
  forEachSubject(**Unit, *Context,
                 [&](const SourceUnit &About) { report(About, Sources); });
}

void HandPipelineCheck::report(const SourceUnit &About,
                               const SourceManager &Sources) {
  for (const LintFinding &Finding : lintHandPipelines(About)) {
    diag(locate(Finding.Place, Sources), "%0") << Finding.Message;
    for (const RefusalNote &Note : Finding.Notes)
      diag(locate(Note.Place, Sources), "%0", DiagnosticIDs::Note) << Note.Text;
  }
}

} // namespace pipeline_rewrite
