//===- HostPointers.h - Host variables that hold new memory alone ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether everything that is ever put into a pointer of the host is memory that
// the CUDA runtime has just allocated for it: by cudaMalloc() and its kin, or
// by functions of the user's that do nothing else with it:
//
//   float *a, *b = allocate<float>(n);   // its local, filled by cudaMalloc()
//   check(cudaMalloc(&a, bytes));
//   reserve(&a, bytes); reserve(a, bytes); // it fills what it is given
//
// Two such variables never hold the same allocation at one time.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_HOSTPOINTERS_H
#define PIPELINE_REWRITE_ANALYSE_HOSTPOINTERS_H

#include "clang/AST/Expr.h"
#include <map>

namespace pipeline_rewrite {

class SourceUnit;

class HostPointers {
public:
  explicit HostPointers(const SourceUnit &Unit) : Unit(Unit) {}

  /// \p V is a local pointer of a host function, or of an instance of its
  /// template, that holds nothing but allocations of its own.
  bool holdsAllocations(const clang::VarDecl *V);
  /// \p V is a parameter that keeps the value that it was given.
  bool keepsArgument(const clang::ParmVarDecl *V);

  // For the walk through the uses of a pointer.

  /// What \p Call gives is a new allocation, which nothing else holds.
  bool makesAllocation(const clang::CallExpr *Call);
  /// All that \p Call does to the pointer behind its argument \p Argument is to
  /// put a new allocation there.
  bool fillsArgument(const clang::CallExpr *Call, unsigned Argument);

private:
  /// A host function whose body is all that is to be known of it.
  bool isReadable(const clang::FunctionDecl *F) const;
  bool onlyReceives(const clang::VarDecl *V, const clang::FunctionDecl *In);
  bool returnsAllocation(const clang::FunctionDecl *F);

  const SourceUnit &Unit;
  /// What has been asked; no, while it is being found out.
  std::map<const clang::Decl *, bool> Known;
};

} // namespace pipeline_rewrite
#endif
