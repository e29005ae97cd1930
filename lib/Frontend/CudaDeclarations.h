//===- CudaDeclarations.h - Where a job's CUDA declarations come from -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A toolkit's headers, the tool's own, or none (the user brings them).
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_CUDADECLARATIONS_H
#define PIPELINE_REWRITE_FRONTEND_CUDADECLARATIONS_H

#include "Frontend/Command/Toolkit.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// Flags for one of these three: clang's own search is switched off by all.
std::vector<std::string> toolkitFlags(const Toolkit &Cuda);
std::vector<std::string> builtinFlags();
std::vector<std::string> noDeclarationFlags();

/// For clang's own search, by programs that have none of our headers.
std::vector<std::string> plainToolkitFlags(const Toolkit &Cuda);

} // namespace pipeline_rewrite
#endif
