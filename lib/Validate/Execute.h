//===- Execute.h - Original and output run under the executor -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_EXECUTE_H
#define PIPELINE_REWRITE_VALIDATE_EXECUTE_H

#include "Options/Options.h"

namespace pipeline_rewrite {

/// What the two programs did.
struct ExecutionVerdict {
  /// What the rewritten program does and the original does not: a bug of ours.
  std::optional<std::string> Difference;
  std::vector<std::string> Notes; ///< what was compared, for the report
};

/// libpipeline_cudart.a beside the running program, as built or as installed;
/// empty if it is not there.
std::string findExecutorLib();

/// Builds and runs the user's program twice, with the old and with the new text
/// of one file, and compares standard output, exit status and hazards.
///
/// Takes:  the file as the user named it, both texts, and the user's commands.
/// Fails:  if the original alone cannot be judged: it does not build, fails,
///         launches no kernel, is not linked to the executor, or prints
///         something else each time.
/// Never:  changes the file. Both texts are built under one hidden name beside
///         it, so that relative includes and __FILE__ are the same for both.
llvm::Expected<ExecutionVerdict> compareByExecution(llvm::StringRef File,
                                                    llvm::StringRef OldText,
                                                    llvm::StringRef NewText,
                                                    const ExecuteCheck &How);

} // namespace pipeline_rewrite
#endif
