//===- TuneDriver.h - One tuning from end to end --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_TUNE_TUNEDRIVER_H
#define PIPELINE_REWRITE_TOOL_TUNE_TUNEDRIVER_H

#include "TuneCommandLine.h"

namespace pipeline_rewrite {

/// Makes the candidates, measures them here or writes or reads a bundle, and
/// delivers the fastest as a plain run delivers its result.
/// Gives: the exit code of the program.
int runTuneDriver(const TuneCommandLine &Line);

} // namespace pipeline_rewrite
#endif
