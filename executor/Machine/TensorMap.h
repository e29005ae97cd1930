//===- Machine/TensorMap.h - What a tensor map says -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The 128 bytes of a CUtensorMap are the driver's own. Here they are these, for
// maps of two dimensions.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_TENSORMAP_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_TENSORMAP_H

#include <cstdint>

namespace pipeline_rewrite::executor {

struct TensorMap {
  static constexpr uint64_t Known = 0x70616D2D726F736Eull;
  uint64_t Magic = Known;
  uint64_t Base = 0;
  uint64_t Extents[2] = {1, 1}; ///< in elements, the inner one first
  uint64_t Stride = 0;          ///< of rows, in bytes
  uint32_t Box[2] = {1, 1};
  uint32_t ElementBytes = 1, Reserved = 0;
};
constexpr unsigned TensorMapBytes = 128;
static_assert(sizeof(TensorMap) <= TensorMapBytes);

} // namespace pipeline_rewrite::executor

#endif
