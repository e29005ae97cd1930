//===- KernelCallers.h - The kernels through which a function runs --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_KERNELCALLERS_H
#define PIPELINE_REWRITE_ANALYSE_KERNELCALLERS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace pipeline_rewrite {

/// Which functions of a unit name which, every instance of a template for
/// itself. Bodies in system headers are not looked into.
class KernelCallers {
public:
  explicit KernelCallers(clang::ASTContext &Context);

  /// Definitions of the kernels that name \p F, or a function that does, in
  /// the order of the text; \p F itself, if it is a kernel.
  std::vector<const clang::FunctionDecl *>
  of(const clang::FunctionDecl *F) const;

  /// \p F and all that it names, directly or not: definitions.
  std::vector<const clang::FunctionDecl *>
  reachedFrom(const clang::FunctionDecl *F) const;

private:
  std::vector<const clang::FunctionDecl *>
  find(const clang::FunctionDecl *F) const;

  using Functions = llvm::SmallSetVector<const clang::FunctionDecl *, 4>;

  /// By canonical declaration.
  llvm::MapVector<const clang::FunctionDecl *, Functions> Named;
  /// What was asked of of(), likewise.
  mutable llvm::DenseMap<const clang::FunctionDecl *,
                         std::vector<const clang::FunctionDecl *>>
      Kernels;
};

} // namespace pipeline_rewrite
#endif
