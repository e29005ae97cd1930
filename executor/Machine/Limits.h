//===- Machine/Limits.h - What hardware allows a launch ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_LIMITS_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_LIMITS_H

#include <cstddef>

namespace pipeline_rewrite::executor {

/// Shared memory a block may use without opting in, and with it, for the
/// architecture of the PTX (CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability").
constexpr size_t SharedWithoutOptIn = 48 * 1024;
inline size_t sharedWithOptIn(int Target) {
  if (Target >= 100 || (Target >= 90 && Target < 100))
    return 227 * 1024;
  if (Target == 80 || Target == 87)
    return 163 * 1024;
  return Target >= 86 ? 99 * 1024 : Target >= 75 ? 64 * 1024 : 96 * 1024;
}

} // namespace pipeline_rewrite::executor

#endif
