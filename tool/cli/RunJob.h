//===- RunJob.h - The chain on one file -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_RUNJOB_H
#define PIPELINE_REWRITE_TOOL_RUNJOB_H

#include "FileJobs.h"
#include "Search/KeptResult.h"
#include "Search/PrintProduct.h"

namespace pipeline_rewrite {

/// What came of one file.
struct JobResult {
  std::optional<UnitResult> Unit;
  std::string Printed; ///< for --print
  std::string Error;
  bool Crashed = false;
  bool WasRun = false;
};

/// Runs one file. A crash ends this file, not the program: users would lose the
/// other files' results, and nothing has been written yet.
///
/// \p Answers: where what came of it before is kept; null: nowhere.
/// \p Whole: as rewriteUnit() has it.
JobResult runJob(const FileJob &Job, Product Print,
                 const AnswerCache *Answers = nullptr,
                 llvm::StringRef Whole = "");

/// findErrorTogether(), likewise.
std::optional<std::string>
checkTogether(const FileJob &Job, const UnitResult &Main,
              llvm::ArrayRef<const UnitResult *> Headers);

/// A selector that matches nothing is a mistake of the user's, not a file
/// without work.
/// Gives: a message for each of the line's --loop and --kernel that is one.
///        Nothing where a file failed: its own message explains enough.
std::vector<std::string> unmatchedSelectors(const CommandLine &Line,
                                            llvm::ArrayRef<FileJob> Jobs,
                                            llvm::ArrayRef<JobResult> Results);

} // namespace pipeline_rewrite
#endif
