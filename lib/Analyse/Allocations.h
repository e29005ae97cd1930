//===- Allocations.h - Do launches give a kernel separate memory? ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers of a kernel without __restrict__ never overlap if every launch gives
// them what cudaMalloc() gave two variables of the host, straight or through
// functions of the user's on either side:
//
//   float *a, *c = allocate<float>(n);
//   cudaMalloc(&a, bytes);
//   run(a, c + n);                     // kernel<<<grid, block>>>(a, c);
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ALLOCATIONS_H
#define PIPELINE_REWRITE_ANALYSE_ALLOCATIONS_H

#include "clang/AST/Expr.h"
#include <optional>
#include <set>

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
  void findApart();

  const clang::FunctionDecl *const Kernel;
  const SourceUnit &Unit;
  /// The parameters that are, by index, the lower first; once they were asked
  /// for.
  std::optional<std::set<std::pair<unsigned, unsigned>>> Apart;
  bool Decided = false;
};

} // namespace pipeline_rewrite
#endif
