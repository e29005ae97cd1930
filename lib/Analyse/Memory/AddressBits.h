//===- AddressBits.h - Loops that look at the bits of an address ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ADDRESSBITS_H
#define PIPELINE_REWRITE_ANALYSE_ADDRESSBITS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// Where the loop computes with the bits of the tile's address, but those that
/// its declared alignment says: another buffer may have others. Not asked of
/// dynamic shared memory. nullptr if nothing does.
const clang::Expr *findAddressBits(const LoopAnalysis &A,
                                   const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
