//===- ElementTypes.h - Types of elements that another build gives --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   __global__ void scale(REAL *A, int n)     // -DREAL=float, -DREAL=double
//
// Which element of A is meant is the same in every build, if no number is made
// of such a type: of its size, or of a value that is converted.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ELEMENTTYPES_H
#define PIPELINE_REWRITE_ANALYSE_ELEMENTTYPES_H

#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"

namespace pipeline_rewrite {

/// Of what pointers point to, arrays hold and functions return.
clang::TypeLoc elementOf(clang::TypeLoc L);

/// Where \p D and the declarations below it name the type of their elements and
/// nothing else, by a macro or an alias; offsets in the file. No integer, in
/// this build, for those may be numbers.
llvm::DenseSet<unsigned> elementTypesNamed(const clang::Decl *D,
                                           const clang::SourceManager &SM);

} // namespace pipeline_rewrite
#endif
