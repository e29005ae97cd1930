//===- MacroNames.h - What a word of the text comes to --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_MACRONAMES_H
#define PIPELINE_REWRITE_AST_MACRONAMES_H

#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

namespace pipeline_rewrite {

/// \p Word is one of \p Names, or at \p At a macro whose body comes to one.
/// What the body says of its parameters is said by the arguments.
bool meansAny(llvm::StringRef Word, const llvm::StringSet<> &Names,
              clang::SourceLocation At, clang::Preprocessor &PP);

} // namespace pipeline_rewrite
#endif
