//===- MadeOf.h - What numbers and types are made of ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_MADEOF_H
#define PIPELINE_REWRITE_ANALYSE_MADEOF_H

#include "Analyse/Builds/BuildConditions.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace pipeline_rewrite {

/// Follows a number or a type through constants, functions, aliases and classes
/// to a name that the build decides, which it gives. Of one question: what it
/// has followed, it does not follow again.
class MadeOf {
public:
  explicit MadeOf(const OtherBuilds &Builds) : Builds(Builds) {}

  std::optional<std::string> decides(const clang::Stmt *S);
  /// Of its value.
  std::optional<std::string> decides(const clang::VarDecl *V);
  std::optional<std::string> decides(clang::TypeLoc L);
  /// Of the type of what \p E denotes: where it is converted, or else as the
  /// variable or the member is declared.
  std::optional<std::string> decidesType(const clang::Expr *E);

private:
  std::optional<std::string> decidesType(const clang::DeclaratorDecl *D);

  const OtherBuilds &Builds;
  llvm::SmallPtrSet<const clang::Decl *, 16> Known;
};

} // namespace pipeline_rewrite
#endif
