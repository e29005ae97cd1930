//===- Headers.h - One header, several units ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each unit that includes a header sees its own loops there: other instances,
// other macros. The header's text is changed once, by what holds in all of
// them.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_HEADERS_H
#define PIPELINE_REWRITE_HEADERS_H

#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// What one header becomes.
///
/// Takes:   its result in each unit that includes it; at least one.
/// Gives:   one result. A loop is rewritten if every unit that compiles it does
///          so with the same edits; a unit in which nothing instantiates it has
///          no say.
/// Refuses: units-disagree; and what any of the units refuses.
UnitResult mergeHeader(llvm::ArrayRef<const UnitResult *> Views);

/// Leaves loops of a source alone that \p Other, the same source by another
/// command of the database, does not rewrite with the same edits.
void agreeWith(UnitResult &Main, const UnitResult &Other);

/// Leaves all loops of a merged header alone that were to be rewritten.
void refuseHeader(UnitResult &Merged, const std::string &Why);

/// Parses a unit with its own new text and those of its headers together.
///
/// Takes: the unit's own result, and headers whose text changes.
/// Gives: an error that the old texts do not have; nothing if there is none.
std::optional<std::string>
findErrorTogether(const ParseJob &Job, const Options &Opts,
                  const UnitResult &Main,
                  llvm::ArrayRef<const UnitResult *> Headers);

} // namespace pipeline_rewrite
#endif
