//===- Remote.h - Candidates that are measured on another machine ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_REMOTE_H
#define PIPELINE_REWRITE_TUNE_REMOTE_H

#include "Tune/Bundle.h"
#include <atomic>

namespace pipeline_rewrite {

/// Fails: ssh does not reach the machine in that time.
llvm::Error reach(const std::string &Host, unsigned TimeoutSeconds,
                  const std::atomic<bool> &Stop);

/// Sends a bundle by ssh, has its script run there, and takes the results. A
/// folder of the other machine keeps what was measured: a run that was
/// interrupted goes on.
///
/// Takes: \p Host, as ssh is told it. \p Say is told what is going on.
/// Fails: as writeBundle() and importResults(); ssh, or the script, does; Stop
///        became true.
llvm::Expected<ImportedResults>
measureOn(const std::string &Host, const CandidateSet &Set,
          const TuneOptions &How,
          llvm::function_ref<void(const std::string &)> Say,
          const std::atomic<bool> &Stop);

} // namespace pipeline_rewrite
#endif
