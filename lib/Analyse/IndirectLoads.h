//===- IndirectLoads.h - Do loads depend on what was loaded? ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_INDIRECTLOADS_H
#define PIPELINE_REWRITE_ANALYSE_INDIRECTLOADS_H

#include "clang/AST/Stmt.h"

namespace pipeline_rewrite {

struct LoopAnalysis;

/// A part of the loads that says which memory is read, or whether it is, and
/// needs a value from memory; nullptr if there is none.
const clang::Stmt *findIndirectLoad(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
