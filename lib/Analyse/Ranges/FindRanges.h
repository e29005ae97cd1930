//===- FindRanges.h - What a loop's loads and stores may touch ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_FINDRANGES_H
#define PIPELINE_REWRITE_ANALYSE_FINDRANGES_H

#include "Analyse/LoopAnalysis.h"
#include "Analyse/Ranges/RangeTest.h"

namespace pipeline_rewrite {

/// A store and a load that may be of one byte.
struct MeetingAccesses {
  const Access *Written, *Read;
};

/// Takes:  accesses of \p A's loop, none of them twice.
/// Gives:  what tells them apart when the loop begins; or why nothing does, and
///         which access is to blame.
/// \p AnyElements: another build may give the elements another type; what is
///         said of them is said in elements, or not at all.
std::variant<RangeTest, Answer>
findRanges(const LoopAnalysis &A, llvm::ArrayRef<MeetingAccesses> Meetings,
           bool AnyElements);

/// Takes:  a loop whose condition admits the next tile.
/// Gives:  a read of its loads that may leave the object that it is of, or is
///         of memory that has no known size; nullptr if none may, whatever the
///         data are and in any launch.
const Access *findReadOutside(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
