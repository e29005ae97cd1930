//===- OnceOnly.h - What a computation may not repeat ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_ONCEONLY_H
#define PIPELINE_REWRITE_PLAN_ONCEONLY_H

#include "Analyse/LoopFacts.h"

namespace pipeline_rewrite {

/// What declares something in the computation that a second copy of the text
/// would declare again: a static variable, a register or label of inline
/// assembly outside of its braces. nullptr if there is none.
const clang::Stmt *findOnceOnly(const LoopFacts &Facts);

} // namespace pipeline_rewrite
#endif
