//===- OtherKernels.h - What a compiler need not look at ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the driver. A file is compiled once for each form of a loop. Its
// other kernels say nothing of the loop and take as long as it does.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_OTHERKERNELS_H
#define PIPELINE_REWRITE_OTHERKERNELS_H

#include "Frontend/SourceUnit.h"
#include <set>

namespace pipeline_rewrite {

/// The text between the braces of each kernel of the unit's subject that no
/// name of \p Kept, demangled, can be one of. None that defines or includes
/// something or has a part of an `#if`, and none that a macro has written.
std::vector<std::string> bodiesOfOthers(const SourceUnit &Unit,
                                        const std::set<std::string> &Kept);

/// \p Text with blanks in place of the bodies: every other character stays
/// where it was. One that is not there exactly once stays as well.
std::string withoutBodies(std::string Text, llvm::ArrayRef<std::string> Bodies);

} // namespace pipeline_rewrite
#endif
