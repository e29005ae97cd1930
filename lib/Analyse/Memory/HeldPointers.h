//===- HeldPointers.h - Who may put a pointer into an object --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `Loader loader{A, n};` holds A for as long as nothing else gets into it: that
// is a question to every use of the object, and to every member function of its
// class.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_HELDPOINTERS_H
#define PIPELINE_REWRITE_ANALYSE_HELDPOINTERS_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

namespace pipeline_rewrite {

/// True if \p T is a pointer or reference, or has one inside.
bool holdsPointers(clang::QualType T);

/// What \p E is a member-wise copy of, moved or not; nullptr if it is none.
const clang::Expr *triviallyCopied(const clang::Expr *E);

/// No member function of \p Class, which may be null, puts a pointer into an
/// object that exists.
bool keepsPointers(const clang::CXXRecordDecl *Class);

/// A value that is assigned to a member which is a pointer.
struct PointerPut {
  clang::QualType Type; ///< of the member
  const clang::Expr *Value = nullptr;
};

/// What is put into the members of one object.
struct PointerPuts {
  /// False if the object may get a pointer in a way that is not seen.
  bool Seen = true;
  llvm::SmallVector<PointerPut, 2> Puts;
};

/// What \p Body assigns to members of the local object \p V; that its class and
/// nobody else does so is part of the question.
PointerPuts findPuts(const clang::VarDecl *V, const clang::Stmt *Body);

/// The same for what a constructor's body assigns to members of `this`.
PointerPuts findPuts(const clang::CXXConstructorDecl *Constructor);

} // namespace pipeline_rewrite
#endif
