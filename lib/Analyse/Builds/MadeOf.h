//===- MadeOf.h - What numbers and types are made of ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_MADEOF_H
#define PIPELINE_REWRITE_ANALYSE_MADEOF_H

#include "Analyse/Builds/BuildConditions.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace pipeline_rewrite {

/// Whether another build, or an instance that only another build has, makes a
/// number or a type another one: the name that decides it. A closed list says
/// what cannot be another: literals, usual types, what headers of the system
/// declare, and constants, enumerators, functions, aliases and classes of the
/// program that are made of nothing else and that no #if chooses. Of one
/// question: what it has followed, it does not follow again.
class MadeOf {
public:
  explicit MadeOf(const OtherBuilds &Builds) : Builds(Builds) {}

  /// Of its value.
  std::optional<std::string> decides(const clang::Stmt *S);
  std::optional<std::string> decides(const clang::VarDecl *V);
  std::optional<std::string> decides(clang::TypeLoc L);
  /// Of one of these.
  std::optional<std::string> decidesAny(llvm::ArrayRef<const clang::Expr *> Of);
  /// Of the type of what \p E, in \p In, denotes.
  std::optional<std::string> decidesType(const clang::Expr *E,
                                         const clang::FunctionDecl *In) const;

private:
  class Walk;

  const OtherBuilds &Builds;
  llvm::SmallPtrSet<const clang::Decl *, 16> Known;
};

} // namespace pipeline_rewrite
#endif
