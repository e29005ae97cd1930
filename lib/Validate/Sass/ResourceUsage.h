//===- ResourceUsage.h - What ptxas -v says of each kernel ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text to numbers; runs nothing.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_RESOURCEUSAGE_H
#define PIPELINE_REWRITE_VALIDATE_RESOURCEUSAGE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>

namespace pipeline_rewrite {

/// What one thread, and for StaticBytes one block, of a function takes.
struct ResourceUsage {
  bool IsKernel = false;    ///< false: a function that was not inlined
  unsigned Registers = 0;   ///< per thread; 0 of what is no kernel
  uint64_t SpillStores = 0; ///< bytes that instructions store, per thread
  uint64_t SpillLoads = 0;
  /// Bytes of local memory: spilled registers, and arrays that could not be
  /// kept in registers.
  uint64_t StackBytes = 0;
  uint64_t StaticBytes = 0; ///< static shared memory of a block
};

/// By mangled name.
using ResourceUsages = std::map<std::string, ResourceUsage>;

/// Reads what `nvcc -Xptxas -v` prints for one architecture, CUDA 11 to 13.
/// Lines of other kinds are skipped.
ResourceUsages readResourceUsage(llvm::StringRef PtxasOutput);

} // namespace pipeline_rewrite
#endif
