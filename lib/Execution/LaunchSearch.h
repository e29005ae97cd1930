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

/// \p From with two pointers that lead to one buffer, to the same element and a
/// tile apart: what is stored of this tile is loaded of the next.
/// \p Step: what one tile more adds to the number that decides tiles.
std::vector<Trial> sharedBuffers(const TrialSpace &Space, const Trial &From,
                                 int64_t Step);

} // namespace pipeline_rewrite
#endif
