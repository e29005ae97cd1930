//===- CalledText.h - Other builds' functions that a loop calls -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_CALLEDTEXT_H
#define PIPELINE_REWRITE_ANALYSE_CALLEDTEXT_H

#include "Analyse/Builds/UnitTexts.h"
#include "Analyse/LoopReach.h"

namespace pipeline_rewrite {

/// Refuses: conditional-compilation, at \p Place: a branch of an #if in one of
/// \p Called, or a definition of one that another build has in its place, is
/// more than PlainText. Prints are harmless but in those that \p ByLoads has.
std::optional<Refusal> refuseCalledText(const FunctionSet &Called,
                                        const FunctionSet &ByLoads,
                                        const SourcePlace &Place,
                                        UnitTexts &Texts);

} // namespace pipeline_rewrite
#endif
