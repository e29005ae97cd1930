//===- Advice.h - Advice is followed before it is given -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Refusals.def says which options may help. Whether one does is known when the
// chain has run with it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ADVICE_H
#define PIPELINE_REWRITE_ADVICE_H

#include "Chain/AnalysedUnit.h"
#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// Settles the advice of each refused loop. An option stays in it if with it,
/// and with what the next refusals advise, the loop is rewritten: then all of
/// them are named; --assume-noalias, which is true or not, also if something
/// else remains to be done, which is named. All others are left out.
///
/// Requires: Result is what became of \p Unit with \p Opts.
void followAdvice(UnitResult &Result, AnalysedUnit &Unit, const Options &Opts);

} // namespace pipeline_rewrite
#endif
