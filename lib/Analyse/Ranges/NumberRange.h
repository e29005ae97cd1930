//===- NumberRange.h - How large a number of a thread can be --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_NUMBERRANGE_H
#define PIPELINE_REWRITE_ANALYSE_NUMBERRANGE_H

#include "Analyse/Numbers/CopyLoop.h"
#include <array>

namespace pipeline_rewrite {

struct NumberRange {
  int64_t Least = 0, Most = 0;
};

/// In which threads a number is asked for.
struct RangeOf {
  PassedValues Passed;
  /// Threads of a block in x, y and z; nullptr: of any block.
  const std::array<unsigned, 3> *Block = nullptr;
  /// Where \p E stands, in the bodies of the loops whose counters it has.
  bool HasCounters = false;
};

/// What the integer \p E is between, in every thread: made of indices, sizes of
/// the block and constants, and else what its type holds. nullopt if 63 bits
/// are not enough.
std::optional<NumberRange> numberRange(const clang::Expr *E,
                                       const clang::ASTContext &Context,
                                       const RangeOf &Of);

} // namespace pipeline_rewrite
#endif
