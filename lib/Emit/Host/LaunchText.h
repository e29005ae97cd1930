//===- LaunchText.h - Launches that give more shared memory ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_LAUNCHTEXT_H
#define PIPELINE_REWRITE_EMIT_LAUNCHTEXT_H

#include "Emit/Host/HostChange.h"
#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// What gives the bytes of the plan where \p Old, the words of the edit's site,
/// gave those of the source; \p Old itself if they are enough.
std::string launchBytesText(const LaunchPlan &Plan, const LaunchEdit &Edit,
                            const std::string &Old, const SourceUnit &Unit);

/// Some launch of the plan is edited to call allowedBytesSupport().
bool callsSupport(const PipelinePlan &Plan, const SourceUnit &Unit);

/// The function that launches beyond what each may give are handed to, for the
/// head of the file; empty where \p Text has it.
llvm::StringRef allowedBytesSupport(llvm::StringRef Text);

/// Makes the launches of the plan give its bytes, and raises the kernel's limit
/// where the plan says so. Fails in \p T where that is written in a macro.
void editLaunches(LoopText &T, EditSet &Out);

/// What editLaunches() does, for the report; in the order of the text.
std::vector<HostChange> hostChanges(const PipelinePlan &Plan,
                                    const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
