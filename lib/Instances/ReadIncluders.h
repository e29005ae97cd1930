//===- ReadIncluders.h - What files that include a source say -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_INSTANCES_READINCLUDERS_H
#define PIPELINE_REWRITE_INSTANCES_READINCLUDERS_H

#include "Frontend/SourceUnit.h"
#include "Instances/PreprocessedText.h"

namespace pipeline_rewrite {

/// Files around the unit's that include it, preprocessed as it is, with the
/// folders that their `#include` lines begin in. Of more than a few the rest is
/// left out, with a note.
std::vector<PreprocessedText> readIncluders(const ParseJob &Job,
                                            const SourceUnit &Unit,
                                            std::vector<std::string> &Notes);

} // namespace pipeline_rewrite
#endif
