//===- LaunchSearch.h - Finds launches under which a loop runs ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EXECUTION_LAUNCHSEARCH_H
#define PIPELINE_REWRITE_EXECUTION_LAUNCHSEARCH_H

#include "Execution/Trial.h"

namespace pipeline_rewrite {

/// Looks for a legal launch with at least two tiles, and from there for others:
/// every number of tiles up to one more than there are buffers, in few outer
/// rounds; sizes that are no multiples of anything;
/// more blocks; two pointers to one buffer.
///
/// Takes:  what may be chosen, and a runner that says what becomes of it.
/// Gives:  nothing if a launch with at least two tiles was compared; else why
///         there is none.
/// Never:  compares a launch that the original does not run under.
std::optional<std::string> searchLaunches(const TrialSpace &Space,
                                          TrialRunner &Runner);

} // namespace pipeline_rewrite
#endif
