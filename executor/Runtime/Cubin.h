//===- Runtime/Cubin.h - What ptxas says about kernels ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_RUNTIME_CUBIN_H
#define PIPELINE_REWRITE_EXECUTOR_RUNTIME_CUBIN_H

#include <map>
#include <string>
#include <string_view>

namespace pipeline_rewrite::executor {

/// Registers per thread of each kernel in a cubin. Empty when the bytes are
/// none, or are compressed.
std::map<std::string, int> registersOf(std::string_view Cubin);

/// Registers that a block takes from the register file of 65536 (CUDA C++
/// Programming Guide, "Technical Specifications per Compute Capability"; the
/// granularity is that of the occupancy calculator): a warp gets multiples of
/// 256, warps are counted in fours.
inline unsigned registersOfBlock(int PerThread, unsigned Threads) {
  unsigned Warps = (Threads + 127) / 128 * 4;
  return Warps * ((static_cast<unsigned>(PerThread) * 32 + 255) / 256 * 256);
}
constexpr unsigned RegisterFile = 65536;

} // namespace pipeline_rewrite::executor

#endif
