//===- Constructs.h - Which parts of the language are understood ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list is closed: what is not named as understood may do anything, and a
// loop that runs it is left alone.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_CONSTRUCTS_H
#define PIPELINE_REWRITE_AST_CONSTRUCTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/DeclBase.h"
#include "clang/AST/Stmt.h"

namespace pipeline_rewrite {

enum class Construct {
  Value,  ///< reads no variable and changes nothing
  Parts,  ///< does what the parts do that children() gives, and nothing else
  Own,    ///< has a rule of its own in Effects and in VariableUses
  Unknown ///< may read and write everything
};

Construct classify(const clang::Stmt *S);
/// What a statement declares.
Construct classify(const clang::Decl *D);

/// A declaration of a static local, which one call leaves to the next.
bool declaresStatic(const clang::Stmt *S);

/// \p V is declared without a value, or with that of a constructor that does
/// nothing.
bool isBareVariable(const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
