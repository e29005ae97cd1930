//===- Pipeline.h - The whole program as one function ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   .cu -Frontend-> SourceUnit -Match-> KLoop -Analyse-> LoopFacts -Plan->
//   PipelinePlan -Emit-> EditSet -Validate-> new text            (-Write->
//   file)
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PIPELINE_H
#define PIPELINE_REWRITE_PIPELINE_H

#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// Runs the chain from Match on: all but the reading of the source and
/// Options::Execute. Writes no file.
UnitResult rewriteUnit(const SourceUnit &Unit, const Options &Opts);

/// Runs the whole chain on one source. Writes no file.
/// Fails: as parseSource(); or a --loop or --kernel selector is malformed.
llvm::Expected<UnitResult> rewriteUnit(const ParseJob &Job,
                                       const Options &Opts);

/// The same in several forms, for the price of one parse. \p Take is given the
/// results in the order of \p Forms.
/// Requires: at least one form; they say the same of how the source is read and
///           which instances it has, and Options::RunKernels is off: compiling
///           changes the tree.
/// Fails:    as rewriteUnit().
llvm::Error rewriteForms(const ParseJob &Job, llvm::ArrayRef<Options> Forms,
                         llvm::function_ref<void(UnitResult)> Take);

} // namespace pipeline_rewrite
#endif
