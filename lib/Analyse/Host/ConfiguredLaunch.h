//===- ConfiguredLaunch.h - What a cudaLaunchConfig_t says ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_CONFIGUREDLAUNCH_H
#define PIPELINE_REWRITE_ANALYSE_CONFIGUREDLAUNCH_H

#include "Analyse/Answer.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace pipeline_rewrite {

struct ConfiguredLaunch {
  const clang::VarDecl *Variable = nullptr;
  const clang::Expr *Bytes = nullptr; ///< of dynamic memory; null: not set
  /// Null: not set.
  const clang::Expr *Grid = nullptr, *Block = nullptr;
  Answer IsKnown;
};

/// What a cudaLaunchKernelEx() in \p Function is given.
///
/// Requires: its first argument is `&variable`, a local of that function. The
///           bytes are given at one place, and the variable has no attributes
///           and no other use than this launch and assignments to its members.
ConfiguredLaunch findConfiguredLaunch(const clang::CallExpr *Call,
                                      const clang::FunctionDecl *Function);

} // namespace pipeline_rewrite
#endif
