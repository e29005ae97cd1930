//===- LaunchSites.h - Where the host sizes dynamic shared memory ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel can use more dynamic shared memory only if every launch gives more.
// So all of them must be in view, and written where they can be edited.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LAUNCHSITES_H
#define PIPELINE_REWRITE_ANALYSE_LAUNCHSITES_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace pipeline_rewrite {

class SourceUnit;

/// One place where the host says how many bytes a kernel gets.
struct LaunchSite {
  /// In the text of the file; the same for all instances of a template.
  const clang::Expr *Bytes = nullptr;
  /// The kernel as the place names it (`gemm<16>`).
  const clang::Expr *Kernel = nullptr;
  const clang::Stmt *Call = nullptr;
  /// cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
  /// …), not a launch.
  bool IsLimit = false;
  /// The number of bytes in every instance; empty where a run decides one.
  llvm::SmallVector<uint64_t, 1> Values;
  bool Constant = true;
};

struct LaunchSites {
  llvm::SmallVector<LaunchSite, 2> Sites;
  /// Why not all of them are known and can be edited; empty if they are.
  std::string WhyNot;
  clang::SourceLocation WhyNotAt; ///< invalid if nowhere

  bool hasLimit() const;
  bool allConstant() const;
  uint64_t largest() const; ///< of the constants
};

/// Every place that sizes the dynamic shared memory of \p Kernel, or of any
/// instance of its template. Another file that launches it is not seen.
LaunchSites findLaunchSites(const clang::FunctionDecl *Kernel,
                            const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
