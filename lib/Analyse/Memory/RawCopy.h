//===- RawCopy.h - Is a stored value the bytes of a global object? --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_RAWCOPY_H
#define PIPELINE_REWRITE_ANALYSE_RAWCOPY_H

#include "Analyse/LoopFacts.h"

namespace pipeline_rewrite {

/// \p E without copies, its own parentheses kept: a macro's whole expansion has
/// them.
const clang::Expr *stripToParens(const clang::Expr *E);

/// One layer off \p E that does not change the bytes of its value, parentheses
/// with what is in them; nullptr if there is none.
const clang::Expr *stripLayer(const clang::Expr *E);

/// Looks whether cp.async can do a store: whether its value, or that of a
/// conditional expression whose other value is no memory's, is the unchanged
/// bytes of a global object.
///
/// Takes: a store with its Target, Value and Via, and \p Value, stripped, which
///        is that of Via if there is one.
/// Gives: Guard and Fill; RawSource and Bytes, or why not.
void describeCopy(TileStore &Store, const clang::Expr *Value,
                  EffectsCollector &Collector,
                  const clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
