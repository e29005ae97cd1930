//===- HostNumbers.h - What an expression of host code comes to -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_CHECK_HOSTNUMBERS_H
#define PIPELINE_REWRITE_CHECK_HOSTNUMBERS_H

#include "Check/HostLaunches.h"
#include "clang/AST/Expr.h"

namespace pipeline_rewrite {

/// Numbers of one host function. Its parameters, and locals that get a number
/// from outside once, are assumed; a program is called without arguments.
class HostNumbers {
public:
  HostNumbers(const clang::FunctionDecl *In, AssumedSizes Sizes);

  std::optional<int64_t> valueOf(const clang::Expr *E) const;
  /// x, y and z of a block or grid.
  std::optional<std::array<int64_t, 3>>
  dimensionsOf(const clang::Expr *E) const;
  /// That are allocated behind a pointer, at one place that is in view.
  std::optional<int64_t> bytesBehind(const clang::Expr *E) const;

  const std::map<std::string, int64_t> &assumed() const { return Assumed; }
  /// A number was divided that is no multiple, and not rounded up before: the
  /// host has multiples in mind.
  bool truncates() const { return Truncates; }

private:
  std::optional<int64_t> ofVariable(const clang::VarDecl *V) const;
  std::optional<int64_t> ofBinary(const clang::BinaryOperator *B) const;
  std::optional<int64_t> ofCall(const clang::CallExpr *Call) const;
  std::optional<int64_t> ofMember(const clang::MemberExpr *M) const;
  int64_t assume(const clang::VarDecl *V) const;

  const clang::FunctionDecl *In;
  const AssumedSizes Sizes;
  const clang::ASTContext &Context;
  mutable std::map<std::string, int64_t> Assumed;
  /// Of functions that are looked into.
  mutable std::map<const clang::VarDecl *, int64_t> Bound;
  mutable unsigned Depth = 0;
  mutable bool Truncates = false;
};

} // namespace pipeline_rewrite
#endif
