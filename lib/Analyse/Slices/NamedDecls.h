//===- NamedDecls.h - Declarations that a text names ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text can stand only where its names are declared, whether or not their values
// are used: `sizeof(v)`, `V x`, `int a[N]`, `f(v)` that writes v.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_NAMEDDECLS_H
#define PIPELINE_REWRITE_ANALYSE_NAMEDDECLS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <vector>

namespace pipeline_rewrite {

/// One spelling of a name.
struct NamedUse {
  /// Of a name that a using-declaration brought, that declaration; of an
  /// enumerator, its enumeration.
  const clang::NamedDecl *Decl = nullptr;
  clang::SourceLocation At;
};

/// What \p S spells, in types and unevaluated operands as well; \p S may be
/// nullptr.
std::vector<NamedUse> namesIn(const clang::Stmt *S);

/// What the statement \p S declares for those behind it; nothing if it is no
/// declaration.
llvm::ArrayRef<clang::Decl *> declaredBy(const clang::Stmt *S);

/// Both are the same: an instance of a template declares a type anew, but what
/// depends on no argument still names the template's.
bool isSameDecl(const clang::Decl *A, const clang::Decl *B);

/// All that happens at \p D happens when it is compiled: a type, a
/// using-declaration, a function, a static assertion, or a variable that lives
/// as long as the program.
bool isCompileTime(const clang::Decl *D);

} // namespace pipeline_rewrite
#endif
