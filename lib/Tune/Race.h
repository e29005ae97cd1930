//===- Race.h - Which candidates are still timed --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_RACE_H
#define PIPELINE_REWRITE_TUNE_RACE_H

#include "Tune/Measurements.h"
#include "Tune/TuneOptions.h"
#include "llvm/ADT/ArrayRef.h"

namespace pipeline_rewrite {

/// Whether \p Which is not worth another round: it has three, and one candidate
/// was faster by more than 5 % in its slowest of these rounds than \p Which in
/// its fastest. The plain program never is: all are compared with it. The
/// answer stays the same when others are timed further.
bool isOutOfRace(llvm::ArrayRef<CandidateTrial> Trials, size_t Which,
                 const TuneOptions &How);

} // namespace pipeline_rewrite
#endif
