//===- UsualSizes.h - What a template would become with usual sizes -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the driver. Nothing is written for sizes that nobody names.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_USUALSIZES_H
#define PIPELINE_REWRITE_USUALSIZES_H

#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// Adds to the advice on loops of templates that nothing instantiates what
/// becomes of them with sizes that tiles often have: an instance with which the
/// loop is rewritten, or else what stands in the way of the first that
/// compiles.
void trySizes(UnitResult &Result, const SourceUnit &Unit, const ParseJob &Job,
              const Options &Opts);

} // namespace pipeline_rewrite
#endif
