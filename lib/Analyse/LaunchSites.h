//===- LaunchSites.h - Where the host says what a kernel gets -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel can use more dynamic shared memory, or more threads, only if every
// launch gives more. So all of them must be in view, and written where they can
// be edited.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LAUNCHSITES_H
#define PIPELINE_REWRITE_ANALYSE_LAUNCHSITES_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace pipeline_rewrite {

class SourceUnit;

/// One place where the host says what a kernel gets; the same for all instances
/// of a template.
struct LaunchSite {
  /// Of dynamic shared memory; nullptr if the place does not say.
  const clang::Expr *Bytes = nullptr;
  /// The dimensions of a block, in every instance; empty if IsLimit.
  llvm::SmallVector<const clang::Expr *, 1> Blocks;
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

/// Every place that launches \p Kernel, or any instance of its template, or
/// limits its dynamic shared memory. Another file that launches it is not seen.
LaunchSites findLaunchSites(const clang::FunctionDecl *Kernel,
                            const SourceUnit &Unit);

/// findLaunchSites(), with the bytes of each as the text of the file.
LaunchSites findSizedLaunches(const clang::FunctionDecl *Kernel,
                              const SourceUnit &Unit);

/// The text of \p E is the file's own, in no macro's body.
bool isWrittenInFile(const clang::Expr *E, const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
