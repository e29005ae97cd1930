//===- MacroNames.h - What a word of the text comes to --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_MACRONAMES_H
#define PIPELINE_REWRITE_AST_MACRONAMES_H

#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

namespace pipeline_rewrite {

/// What the unit knows of a word that stands in any of its files, or in its
/// command; nullptr where it stands in none. A word that is asked of the
/// preprocessor itself stands in the unit from then on.
const clang::IdentifierInfo *spelledIn(clang::Preprocessor &PP,
                                       llvm::StringRef Word);

/// \p Word is one of \p Names, or at \p At a macro whose body comes to one.
/// What the body says of its parameters is said by the arguments.
bool meansAny(llvm::StringRef Word, const llvm::StringSet<> &Names,
              clang::SourceLocation At, clang::Preprocessor &PP);

} // namespace pipeline_rewrite
#endif
