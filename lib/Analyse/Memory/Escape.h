//===- Escape.h - Where the address of a tile goes ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse. Each question is answered in a file of its own, which a
// line here names.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_MEMORY_ESCAPE_H
#define PIPELINE_REWRITE_ANALYSE_MEMORY_ESCAPE_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

// Leak.cpp

/// True if \p Acc goes through a pointer that the function was given, and
/// cannot reach the shared memory that the loop writes.
bool missesSharedWrites(const LoopAnalysis &A, const Access &Acc);

/// The address of a shared array of the loop's function gets out of what is
/// followed by name: into memory, a number, an object, a lambda.
bool isLeaked(const LoopAnalysis &A, const clang::VarDecl *V);

// KeptAddress.cpp

/// What keeps the address of the shared array \p V beyond an iteration of the
/// loop; nullptr if nothing does.
const clang::Expr *findKeptAddress(const LoopAnalysis &A,
                                   const clang::VarDecl *V);

// AddressBits.cpp

/// Where the loop computes with the bits of the tile's address, but those that
/// its declared alignment says: another buffer may have others. Not asked of
/// dynamic shared memory. nullptr if nothing does.
const clang::Expr *findAddressBits(const LoopAnalysis &A,
                                   const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
