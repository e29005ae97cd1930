//===- ProveCommandLine.h - What the user typed after `prove`, `check` ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_TOOL_PROVE_PROVECOMMANDLINE_H
#define PIPELINE_REWRITE_TOOL_PROVE_PROVECOMMANDLINE_H

#include "../cli/CommandLine.h"
#include "Prove/ProveKernels.h"

namespace pipeline_rewrite {

enum class KernelCommand { Prove, Check };

struct ProveCommandLine {
  CommandLine Plain; ///< files, how they are read, how is reported
  ProveRequest Asked;
  std::string Revision; ///< --git; empty: two files, or a pair of one
  bool Suggest = false; ///< check: also what is not needed
};

/// Parses what stands behind the name of the command: its own options, and
/// those of a plain run.
/// Gives: nullopt on bad usage; the message is on standard error.
std::optional<ProveCommandLine> parseProveCommandLine(KernelCommand Command,
                                                      int Count,
                                                      const char *const *Words);

} // namespace pipeline_rewrite
#endif
