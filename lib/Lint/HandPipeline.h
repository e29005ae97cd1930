//===- HandPipeline.h - Mistakes in pipelines written by hand -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_LINT_HANDPIPELINE_H
#define PIPELINE_REWRITE_LINT_HANDPIPELINE_H

#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

struct LintFinding {
  SourcePlace Place;
  std::string Message; ///< naming the user's own variables
  std::vector<RefusalNote> Notes;
};

/// Looks for asynchronous copies that are used wrongly.
///
/// Takes:  a parsed unit.
/// Gives:  mistakes in functions of the main file, in source order, each place
///         once however many instances it has. Only what is certain is told:
///         where a pointer, an unknown call or an address that cannot be
///         followed might make it right, nothing is.
/// Never:  asks whether a path can be reached.
std::vector<LintFinding> lintHandPipelines(const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
