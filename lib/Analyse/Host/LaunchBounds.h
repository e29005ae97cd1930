//===- LaunchBounds.h - What a kernel may be compiled for -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LAUNCHBOUNDS_H
#define PIPELINE_REWRITE_ANALYSE_LAUNCHBOUNDS_H

#include "Analyse/Answer.h"
#include "clang/AST/Decl.h"

namespace pipeline_rewrite {

class SourceUnit;

/// Most threads of a block (CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability").
constexpr unsigned MostThreadsOfBlock = 1024;

/// `__launch_bounds__(threads, blocks)`: how it may be written at a kernel, so
/// that the compiler leaves registers for so many blocks on an SM. A launch
/// with more threads fails (CUDA C++ Programming Guide, "Launch Bounds").
struct LaunchBounds {
  Answer CanWrite;
  /// Most that a launch gives a block; 0 where the kernel says it already.
  unsigned Threads = 0;
  /// As the kernel says them; nullptr if it does not.
  const clang::Expr *SaidThreads = nullptr, *SaidBlocks = nullptr;
  unsigned BlocksBefore = 0; ///< SaidBlocks; 0 if it does not
  /// Where the kernel's name begins, with its namespaces, at its definition.
  clang::SourceLocation Name;
};

/// A kernel without bounds can get them if every launch of it is in view with
/// a block of constant size, and nobody asks what blocks it may have. One that
/// has them keeps its number of threads.
LaunchBounds findLaunchBounds(const clang::FunctionDecl *Kernel,
                              const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
