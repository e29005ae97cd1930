//===- KeptAddress.h - A tile's address that outlives the iteration -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_KEPTADDRESS_H
#define PIPELINE_REWRITE_ANALYSE_KEPTADDRESS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// What keeps the address of the shared array \p V beyond an iteration of the
/// loop; nullptr if nothing does.
const clang::Expr *findKeptAddress(const LoopAnalysis &A,
                                   const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
