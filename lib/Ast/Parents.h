//===- Parents.h - What a statement is part of ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_PARENTS_H
#define PIPELINE_REWRITE_AST_PARENTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace pipeline_rewrite {

/// The statement or expression around \p S, past the variable that it
/// initialises; null for the body of a function and for what is in none.
const clang::Stmt *parentStatement(const clang::Stmt *S,
                                   clang::ASTContext &Context);

/// The function that \p S stands in, that of a lambda as well, in the instance
/// that it is of; null if it is in none.
const clang::FunctionDecl *functionOf(const clang::Stmt *S,
                                      clang::ASTContext &Context);

/// \p Inner is \p Outer or stands below it, which may be null.
bool contains(const clang::Stmt *Outer, const clang::Stmt *Inner);

} // namespace pipeline_rewrite
#endif
