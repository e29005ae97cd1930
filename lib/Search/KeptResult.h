//===- KeptResult.h - What came of a source before ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_KEPTRESULT_H
#define PIPELINE_REWRITE_KEPTRESULT_H

#include "Cache/AnswerCache.h"
#include "Search/Pipeline.h"

namespace pipeline_rewrite {

/// rewriteUnit(), or what came of it before, as long as all that it looked at
/// is as it was.
/// \p Whole: of the run, what decides an answer beside the job and the options.
/// \p Wider: options whose answer says all that is asked for, too; or null.
llvm::Expected<UnitResult> rewriteUnit(const ParseJob &Job, const Options &Opts,
                                       const AnswerCache &Answers,
                                       llvm::StringRef Whole,
                                       const Options *Wider = nullptr);

/// What took too long may take less the next time, and faults are to be seen:
/// only what is final is kept.
bool isFinal(const UnitResult &Result);

} // namespace pipeline_rewrite
#endif
