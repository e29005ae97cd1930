//===- HeaderRewrites.h - The loops of a unit's headers -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_HEADERREWRITES_H
#define PIPELINE_REWRITE_HEADERREWRITES_H

#include "Pipeline.h"

namespace pipeline_rewrite {

/// --header-filter names it.
bool isWanted(const SourceUnit &Header, const Options &Opts);

/// Rewrites the headers of \p Unit that are wanted, and counts the loops of the
/// others. Their new texts are parsed together, as a program would.
void rewriteHeaders(UnitResult &Result, const SourceUnit &Unit,
                    const Options &Opts);

} // namespace pipeline_rewrite
#endif
