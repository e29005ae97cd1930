//===- Alias.h - What stores of a loop may be to what it loads ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse. The text of the kernel alone tells: what launches give is
// known of those that are in view.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ALIAS_H
#define PIPELINE_REWRITE_ANALYSE_ALIAS_H

#include "Analyse/Memory/Effects.h"
#include "llvm/ADT/DenseMap.h"

namespace pipeline_rewrite {

class OtherBuilds;

/// Pointers that have __restrict__ in every build, and not by a macro that
/// another build may define otherwise.
class RestrictPointers {
public:
  RestrictPointers(std::shared_ptr<const OtherBuilds> Builds,
                   const Provenance &Origin)
      : Builds(std::move(Builds)), Origin(Origin) {}

  bool contains(const clang::VarDecl *V) const;
  /// \p Acc may go through a copy of such a pointer, which device code put
  /// where \p Acc found it: C allows that.
  bool mayBeCopied(const Access &Acc) const;

private:
  const std::shared_ptr<const OtherBuilds> Builds;
  const Provenance &Origin;
  mutable llvm::SmallDenseMap<const clang::VarDecl *, bool> Asked;
};

bool isGlobalMemory(const Access &Acc);

/// A pointer through which, and no other, its object is reached. What a pointer
/// that it leads to leads to is another matter.
bool isRestrict(const Access &Acc, const RestrictPointers &Restrict);

/// What \p Written stores provably misses what \p Read reads: C's rule for
/// `restrict`, or two distinct objects.
bool cannotAlias(const Access &Written, const Access &Read,
                 const RestrictPointers &Restrict);

} // namespace pipeline_rewrite
#endif
