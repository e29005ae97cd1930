//===- OtherNames.h - May a variable change by another name? --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_OTHERNAMES_H
#define PIPELINE_REWRITE_AST_OTHERNAMES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace pipeline_rewrite {

/// Below \p S \p V gets a name or is given to something by which it may be
/// changed then or later: a reference, a pointer, a lambda, a function.
bool hasOtherName(const clang::Stmt *S, const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
