//===- BoxPlace.h - Where the boxes of a tile begin -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   A[row * K + k + tx]   begins at   blockIdx.y * 32 * K + k
//                         and reaches 32 * gridDim.y * K + K
//
// One expression for all threads of a block says it. The host knows how far it
// reaches, so that the kernel need not ask. All numbers are those of the whole
// numbers: nothing is below 0, nothing is subtracted, and what the host allows
// has 31 bits, so that no product or sum of the source has wrapped.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BOXPLACE_H
#define PIPELINE_REWRITE_ANALYSE_BOXPLACE_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace pipeline_rewrite {

/// A parameter, a variable of the loop's header, or a member of one of CUDA's
/// variables.
struct PlaceValue {
  const clang::ValueDecl *Of = nullptr;
  char Member = 0; ///< 'x' to 'z' of blockIdx, 'X' to 'Z' of gridDim
  bool operator==(const PlaceValue &O) const {
    return Of == O.Of && Member == O.Member;
  }
};

struct PlaceTerm {
  int64_t Factor = 0; ///< above 0
  llvm::SmallVector<PlaceValue, 2> Of;
  bool operator==(const PlaceTerm &O) const {
    return Factor == O.Factor && Of == O.Of;
  }
};

struct BoxPlace {
  /// Elements behind the array's pointer.
  std::vector<PlaceTerm> Begin;
  /// At most so many, of parameters and members of gridDim.
  std::vector<PlaceTerm> Most;
  /// Both hold if these are not negative, which they could be.
  llvm::SmallVector<const clang::ParmVarDecl *, 2> Signed;
  bool operator==(const BoxPlace &O) const {
    return Begin == O.Begin && Most == O.Most;
  }
};

} // namespace pipeline_rewrite
#endif
