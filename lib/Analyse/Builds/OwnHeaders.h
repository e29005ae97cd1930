//===- OwnHeaders.h - Headers that declare nothing of the program's -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_OWNHEADERS_H
#define PIPELINE_REWRITE_ANALYSE_OWNHEADERS_H

#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

/// Whether \p E, at \p At, is of a header that was not found and may declare
/// names of the program's: no, of a library whose names have a namespace or a
/// word of their own in front, unless the program brings them into its own.
bool mayDeclareHere(const ParseError &E, clang::SourceLocation At,
                    const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
