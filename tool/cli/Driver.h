//===- Driver.h - All files of one command line ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the chain on every file, several at a time, and delivers the results in
// the order of the command line: report on standard error, patch or JSON on
// standard output, files with -i and -o.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_DRIVER_H
#define PIPELINE_REWRITE_TOOL_DRIVER_H

#include "CommandLine.h"

namespace pipeline_rewrite {

/// Gives: the exit code of the program. One bad file does not stop the others;
///        the gravest outcome decides: internal fault, bad input, refusal under
///        --strict, change under --error-on-change or --check.
int runDriver(const CommandLine &Line);

} // namespace pipeline_rewrite
#endif
