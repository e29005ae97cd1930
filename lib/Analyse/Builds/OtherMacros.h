//===- OtherMacros.h - Other builds' macros that a loop uses --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_OTHERMACROS_H
#define PIPELINE_REWRITE_ANALYSE_OTHERMACROS_H

#include "Analyse/Builds/UnitTexts.h"
#include "Analyse/LoopReach.h"
#include "llvm/ADT/StringSet.h"

namespace pipeline_rewrite {

/// Refuses: conditional-compilation, at \p Place: a macro that \p Loop or one
/// of \p Called uses has a definition that this build leaves out, and either of
/// the two, or what it is given, is more than PlainText, or the other one names
/// one of \p Tied; or it stands for nothing here, or for more than a number
/// past a header that is not read, and another build may define it first.
std::optional<Refusal> refuseOtherMacros(const clang::Stmt *Loop,
                                         const FunctionSet &Called,
                                         const llvm::StringSet<> &Tied,
                                         const SourcePlace &Place,
                                         UnitTexts &Texts);

} // namespace pipeline_rewrite
#endif
