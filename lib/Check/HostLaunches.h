//===- HostLaunches.h - Launches as the host code makes them --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grid, block, arguments and sizes of buffers of a launch, computed as the host
// computes them. What a run decides, a parameter of the host function or a
// number that is read, is assumed, and everything else follows from it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_CHECK_HOSTLAUNCHES_H
#define PIPELINE_REWRITE_CHECK_HOSTLAUNCHES_H

#include "Execution/KernelSignature.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <array>
#include <map>
#include <optional>

namespace pipeline_rewrite {

struct HostLaunch {
  std::array<uint32_t, 3> Grid = {1, 1, 1}, Block = {1, 1, 1};
  uint32_t DynamicBytes = 0;
  /// Of each parameter by position: its number, or the bytes that are allocated
  /// behind a pointer; nothing for what the host code does not tell.
  std::vector<std::optional<int64_t>> Arguments;
  /// By names in the host code, what was assumed.
  std::map<std::string, int64_t> Assumed;
  unsigned Line = 0; ///< of the launch
  unsigned Site = 0; ///< which launch of the kernel, in the order of the text
};

/// Which numbers are assumed.
enum class AssumedSizes {
  Small,
  Even,   ///< multiples of every usual tile
  Uneven, ///< multiples of nothing
  Last = Uneven
};

/// Every launch of \p Kernel whose grid and block can be computed.
/// Never: gives one that a condition before or around it excludes.
std::vector<HostLaunch> hostLaunches(const clang::FunctionDecl *Kernel,
                                     AssumedSizes Sizes);

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
