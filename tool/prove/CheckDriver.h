//===- CheckDriver.h - `pipeline-rewrite check` ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_TOOL_PROVE_CHECKDRIVER_H
#define PIPELINE_REWRITE_TOOL_PROVE_CHECKDRIVER_H

#include "ProveCommandLine.h"

namespace pipeline_rewrite {

/// Gives: the exit code of the program.
int runCheckDriver(const ProveCommandLine &Line);

} // namespace pipeline_rewrite
#endif
