//===- OnceOnly.h - What a computation may not repeat ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_ONCEONLY_H
#define PIPELINE_REWRITE_PLAN_ONCEONLY_H

#include "Analyse/LoopFacts.h"

namespace pipeline_rewrite {

/// A declaration of the computation of which a second copy of the text would
/// make another variable; nullptr if there is none.
const clang::Stmt *findOnceOnly(const LoopFacts &Facts);

} // namespace pipeline_rewrite
#endif
