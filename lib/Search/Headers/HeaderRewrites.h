//===- HeaderRewrites.h - The loops of a unit's headers -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_HEADERREWRITES_H
#define PIPELINE_REWRITE_HEADERREWRITES_H

#include "Chain/UnitResult.h"
#include "Instances/AssumeInstances.h"

namespace pipeline_rewrite {

/// --header-filter names it, or it is the project's and all of those are meant.
/// \p Name: readableName() of \p Path.
bool isWanted(llvm::StringRef Name, llvm::StringRef Path, const Options &Opts);
bool isWanted(const SourceUnit &Header, const Options &Opts);

/// Parses a unit with the instances that its templates, and those of the
/// headers that are wanted, lack.
llvm::Expected<InstantiatedUnit>
parseWithInstances(const ParseJob &Job, const Options &Opts,
                   const Describe &Later = nullptr);

/// Says which loops of \p Unit rest on instances that were looked for.
void noteAssumed(UnitResult &Result, const SourceUnit &Unit,
                 const InstantiatedUnit &Parsed);

/// Rewrites the headers of a unit that are wanted, and counts the loops of the
/// others. Their new texts are parsed together, as a program would. Where forms
/// are compared, those of a header are, compiled as part of the unit.
void rewriteHeaders(UnitResult &Result, const InstantiatedUnit &Parsed,
                    const ParseJob &Job);

} // namespace pipeline_rewrite
#endif
