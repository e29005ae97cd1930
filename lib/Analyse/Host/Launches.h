//===- Launches.h - What kernels are launched with ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the budget alone: that a launch in view has 256 threads does not mean
// that no other launch has more.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LAUNCHES_H
#define PIPELINE_REWRITE_ANALYSE_LAUNCHES_H

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <array>
#include <map>
#include <optional>
#include <vector>

namespace pipeline_rewrite {

/// The constants of a launch; nothing where a run decides.
struct LaunchShape {
  std::optional<uint64_t> Threads;      ///< of a block
  std::optional<uint64_t> Blocks;       ///< of the grid
  std::optional<uint64_t> DynamicBytes; ///< of shared memory
};

/// One launch as it is written; nothing where a run decides.
struct LaunchInView {
  /// The host function that it stands in; nullptr outside of one.
  const clang::FunctionDecl *In = nullptr;
  std::optional<std::array<uint64_t, 3>> Grid, Block;
  std::optional<uint64_t> DynamicBytes;
};

/// What is in <<<...>>> may do what the arguments see, or they do what it sees:
/// it comes before them.
bool needsOrder(const clang::CUDAKernelCallExpr &Launch,
                const clang::ASTContext &Context);

class Launches {
public:
  /// Finds every `kernel<<<…>>>(…)` and cudaLaunchKernel() outside system
  /// headers, in each instance of a template. Dimensions that are variables
  /// count if nothing changes them.
  explicit Launches(clang::ASTContext &Context);

  /// The largest launch of \p Kernel; nothing for what one of its launches
  /// leaves open, or if none is in view.
  LaunchShape largest(const clang::FunctionDecl *Kernel) const;
  /// Every launch of \p Kernel, in the order of the text.
  std::vector<LaunchInView> inView(const clang::FunctionDecl *Kernel) const;
  /// Blocks of the largest launch of \p F, or of the kernels that call it;
  /// nothing if one leaves that open.
  std::optional<uint64_t> largestGrid(const clang::FunctionDecl *F) const;

private:
  using Callers = llvm::SmallPtrSet<const clang::FunctionDecl *, 2>;
  std::optional<uint64_t> largestGrid(const clang::FunctionDecl *F,
                                      Callers &Seen) const;

  std::map<const clang::FunctionDecl *, Callers> CalledBy;   ///< canonical
  std::map<const clang::FunctionDecl *, LaunchShape> Shapes; ///< canonical
  std::map<const clang::FunctionDecl *, std::vector<LaunchInView>>
      Each; ///< canonical
};

} // namespace pipeline_rewrite
#endif
