//===- RunProgram.h - main() of pipeline-rewrite, as a function -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_RUNPROGRAM_H
#define PIPELINE_REWRITE_TOOL_RUNPROGRAM_H

namespace pipeline_rewrite {

/// Takes what main() takes; gives the exit status (docs/options.md).
int runProgram(int Count, char **Words);

} // namespace pipeline_rewrite
#endif
