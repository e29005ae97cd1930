//===- Architecture.h - Limits of each compute capability -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row per compute capability, from the tables "Technical Specifications per
// Compute Capability" of the CUDA C++ Programming Guide. No computation here.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_BUDGET_ARCHITECTURE_H
#define PIPELINE_REWRITE_BUDGET_ARCHITECTURE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace pipeline_rewrite {

struct Architecture {
  llvm::StringRef Name;         ///< "sm_86"
  unsigned Major, Minor;        ///< compute capability
  unsigned SharedBytesPerSM;    ///< largest carve-out
  unsigned OptinBytesPerBlock;  ///< cudaDevAttrMaxSharedMemoryPerBlockOptin
  unsigned StaticBytesPerBlock; ///< 48 KB everywhere
  unsigned
      ReservedBytesPerBlock; ///< taken by the system for each resident block
  unsigned MaxThreadsPerSM;
  unsigned MaxBlocksPerSM;
  unsigned RegistersPerSM;
};

llvm::ArrayRef<Architecture> allArchitectures();
/// Accepts "sm_90", "sm_90a", "compute_90", "90"; nullptr if unknown.
const Architecture *findArchitecture(llvm::StringRef Name);
/// Whether one of these has a compute capability of \p Major or later.
bool anyReaches(llvm::ArrayRef<std::string> Names, unsigned Major);

} // namespace pipeline_rewrite
#endif
