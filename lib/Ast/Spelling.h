//===- Spelling.h - Code as it is written, compared -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_SPELLING_H
#define PIPELINE_REWRITE_AST_SPELLING_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/FoldingSet.h"
#include <string>

namespace pipeline_rewrite {

/// The text of \p S, macros unexpanded, with a space only where one parts
/// two tokens. Where two texts are equal, they mean the same in every build
/// that has the same names in scope.
std::string spellingOf(const clang::Stmt *S, const clang::ASTContext &Context);

/// The word that \p F is called by; empty for an operator, a constructor or
/// nullptr.
llvm::StringRef plainNameOf(const clang::FunctionDecl *F);

/// The name of \p D as any place of the file may write it, "::app::gemm",
/// without namespaces that have no name.
std::string pathFromOutside(const clang::NamedDecl *D);

/// A kernel can write the name of \p T: neither it nor a class around it is
/// without a name or a private member.
bool isNameable(clang::QualType T);

/// Where \p L names what a pointer or reference leads to, an array holds or a
/// function returns; null for other types.
clang::TypeLoc innerLocOf(clang::TypeLoc L);
/// The last of these, which is \p L itself if there is none.
clang::TypeLoc elementLocOf(clang::TypeLoc L);

/// The number of a line, which is another one in a text with more lines.
bool isLineNumber(const clang::Stmt *S, const clang::ASTContext &Context);

/// The operations of \p S on its declarations, in this build.
llvm::FoldingSetNodeID treeOf(const clang::Stmt *S,
                              const clang::ASTContext &Context);

/// Both are made of the same operations on the same declarations, in this
/// build.
bool isSameTree(const clang::Stmt *A, const clang::Stmt *B,
                const clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
