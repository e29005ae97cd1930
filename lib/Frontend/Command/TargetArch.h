//===- TargetArch.h - The architecture that a source is parsed for --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc takes many architectures and families of them; one parse sees one, and
// clang 22 does not know all names.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_TARGETARCH_H
#define PIPELINE_REWRITE_FRONTEND_TARGETARCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// The architectures named anywhere in a value such as
/// "arch=compute_80,code=[compute_80,sm_90a]", as sm_NN.
std::vector<std::string> architecturesIn(llvm::StringRef Value);

/// Those of them that code is made for: sm_NN; what is named as PTX alone, if
/// there are none.
std::vector<std::string> targetsIn(llvm::StringRef Value);

/// The highest of them in a spelling that clang knows: no family suffix
/// (sm_100f), sm_110 for the sm_101 of CUDA 12, the nearest lower one for what
/// came after this clang. Empty if Names holds none.
std::string highestArchitecture(llvm::ArrayRef<std::string> Names);

} // namespace pipeline_rewrite
#endif
