//===- ReachedErrors.h - What clang has lost of a kernel ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A statement with an error is in no tree, a declaration with one is no
// candidate of a call. So what runs there is not known, however far from the
// loop it stands.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_REACHEDERRORS_H
#define PIPELINE_REWRITE_ANALYSE_REACHEDERRORS_H

#include "Frontend/SourceUnit.h"
#include "clang/AST/Decl.h"

namespace pipeline_rewrite {

/// Whether clang gave up on something in \p F. The error may stand elsewhere:
/// a mention of a declaration with an error has none of its own.
bool hasLostCode(const clang::FunctionDecl *F);

/// A parse error in the text of \p F; nullptr if there is none.
const ParseError *findErrorIn(const clang::FunctionDecl *F,
                              const SourceUnit &Unit);

/// The same of all that \p Kernels run: functions, classes of their objects,
/// and declarations of names that they call.
const ParseError *
findErrorWithin(llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
                const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
