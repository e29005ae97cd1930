//===- TextRefusals.h - Texts that another build may have instead ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse. Each question is answered in a file of its own, which a
// line here names.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BUILDS_TEXTREFUSALS_H
#define PIPELINE_REWRITE_ANALYSE_BUILDS_TEXTREFUSALS_H

#include "Analyse/Builds/UnitTexts.h"
#include "Analyse/LoopReach.h"
#include "llvm/ADT/StringSet.h"

namespace pipeline_rewrite {

// CalledText.cpp

/// Refuses: conditional-compilation, at \p Place: a branch of an #if in one of
/// \p Called, or a definition of one that another build has in its place, is
/// more than PlainText. Prints are harmless but in those that \p ByLoads has.
std::optional<Refusal> refuseCalledText(const FunctionSet &Called,
                                        const FunctionSet &ByLoads,
                                        const SourcePlace &Place,
                                        UnitTexts &Texts);

// OtherMacros.cpp

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

// GivenMemory.cpp

/// Refuses: conditional-compilation, at \p Place: one of \p Functions names
/// memory by a macro that another build may define: `#ifndef SOURCE / #define
/// SOURCE A / #endif`.
std::optional<Refusal> refuseGivenMemory(const FunctionSet &Functions,
                                         const SourcePlace &Place,
                                         UnitTexts &Texts);

} // namespace pipeline_rewrite
#endif
