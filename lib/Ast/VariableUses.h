//===- VariableUses.h - What each mention of a variable does with it ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place that reads assignments, references, captures, calls and inline
// assembly for what they do with a variable that they name.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_VARIABLEUSES_H
#define PIPELINE_REWRITE_AST_VARIABLEUSES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pipeline_rewrite {

enum class UseKind {
  Value,   ///< its value is read, a member's, an element's, or a copy is made
  Assign,  ///< all of it gets the value VariableUse::Value
  Update,  ///< it gets a value made of its own: `v += x`, `++v`
  Change,  ///< it, or a part of it, gets a value that is not seen
  Bound,   ///< a reference to const names it, which may be kept
  Given,   ///< a function is given it by a reference, or as its object, through
           ///< which it may be changed
  Alias,   ///< it gets another name, through which it may be changed
  Captured ///< a lambda captures it by reference; the uses in its body follow
};

struct VariableUse {
  /// The variable named. Of a structured binding, the object that it is a part
  /// of, or the variable that holds its element.
  const clang::VarDecl *Var = nullptr;
  UseKind Kind = UseKind::Value;
  const clang::Expr *At = nullptr; ///< the name
  /// The call or construction of Given, the reference that Alias declares, the
  /// lambda of Captured; else nullptr.
  const clang::Stmt *By = nullptr;
  const clang::VarDecl *As = nullptr; ///< the reference that Alias declares
  unsigned Argument = 0;              ///< Given, Bound: which of the call
  bool IsObject = false; ///< Given, Bound: the one whose member is called
  const clang::Expr *Value = nullptr; ///< Assign
};

/// Gives every mention of a variable below \p S, in bodies of lambdas too.
void forEachUse(const clang::Stmt *S,
                llvm::function_ref<void(const VariableUse &)> Do);

/// Something below \p S may give \p V, or a part of it, another value, by its
/// own name or by another that it gets there. What initialises \p V does not
/// count.
bool isChanged(const clang::Stmt *S, const clang::VarDecl *V);

/// The variable that \p Ref names; of a structured binding, that of the object
/// or the one that holds the element. nullptr if it names no variable.
const clang::VarDecl *variableOf(const clang::DeclRefExpr *Ref);

/// The variable that \p S, which may be nullptr, is the name of; nullptr if it
/// is something else.
const clang::VarDecl *namedVariable(const clang::Stmt *S);

/// The same of \p E without parentheses and conversions that are not written.
const clang::VarDecl *plainVariable(const clang::Expr *E);

/// \p V as the text calls it: `[k, step]` for a structured binding.
std::string textName(const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
