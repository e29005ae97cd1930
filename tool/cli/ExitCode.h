//===- ExitCode.h - How the program ends ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_EXITCODE_H
#define PIPELINE_REWRITE_TOOL_EXITCODE_H

namespace pipeline_rewrite {

/// Exit codes; docs/options.md.
enum ExitCode {
  ExitDone = 0,
  ExitWouldChange = 1, ///< --check, --error-on-change
  ExitBadInput = 2,  ///< usage, or a file that cannot be read, parsed, written
  ExitRefused = 3,   ///< --strict
  ExitInternal = 70, ///< a bug of ours; the file is untouched
  ExitInterrupted = 130, ///< Ctrl-C; files are whole, old or new
};

} // namespace pipeline_rewrite
#endif
