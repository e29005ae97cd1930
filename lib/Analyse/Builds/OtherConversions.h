//===- OtherConversions.h - Copies that another build converts ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_OTHERCONVERSIONS_H
#define PIPELINE_REWRITE_ANALYSE_OTHERCONVERSIONS_H

#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/LoopFacts.h"

namespace pipeline_rewrite {

/// What may make another build convert or compute the value of which this one
/// stores the bytes: a macro around it, or the types of both sides, unless one
/// name gives them to both.
///
/// Requires: a store with a RawSource, in \p In.
std::optional<std::string> convertsElsewhere(const TileStore &S,
                                             const clang::FunctionDecl *In,
                                             const OtherBuilds &Builds);

} // namespace pipeline_rewrite
#endif
