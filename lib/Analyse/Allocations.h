//===- Allocations.h - Do launches give a kernel separate memory? ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers of a kernel without __restrict__ never overlap if every launch gives
// them what cudaMalloc() gave two variables of the host:
//
//   float *a, *c;
//   cudaMalloc(&a, bytes); cudaMalloc(&c, bytes);
//   kernel<<<grid, block>>>(a, c + n);
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ALLOCATIONS_H
#define PIPELINE_REWRITE_ANALYSE_ALLOCATIONS_H

#include "clang/AST/Expr.h"
#include <map>
#include <optional>

namespace pipeline_rewrite {

class SourceUnit;

class Allocations {
public:
  Allocations(const clang::FunctionDecl *Kernel, const SourceUnit &Unit)
      : Kernel(Kernel), Unit(Unit) {}

  /// In every launch of the kernel the two parameters lead into different
  /// allocations. The launches are looked for when this is asked first.
  bool areApart(const clang::VarDecl *One, const clang::VarDecl *Other);
  /// areApart() has said yes.
  bool haveDecided() const { return Decided; }

private:
  /// Of each parameter the host's variable; nullptr if it is not known.
  using Given = std::vector<const clang::VarDecl *>;

  void findLaunches();
  Given givenBy(const clang::Stmt *Launch);
  const clang::VarDecl *allocationIn(const clang::Expr *Argument);
  bool isAllocation(const clang::VarDecl *V);

  const clang::FunctionDecl *const Kernel;
  const SourceUnit &Unit;
  std::optional<std::vector<Given>> Launches; ///< empty: not all are known
  std::map<const clang::VarDecl *, bool> Known;
  bool Decided = false;
};

} // namespace pipeline_rewrite
#endif
