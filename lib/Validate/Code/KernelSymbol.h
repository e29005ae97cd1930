//===- KernelSymbol.h - What kernels are called in compiled code ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Validate and the driver.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_KERNELSYMBOL_H
#define PIPELINE_REWRITE_VALIDATE_KERNELSYMBOL_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pipeline_rewrite {

// The second kernel is called as the one that it stands beside, with `Tma` or
// `_tma` and perhaps a number behind, and takes tensor maps besides
// (Emit/Host/TwinText.h). Names are demangled ones.

/// Whether it may be some kernel's.
bool isOfTwin(llvm::StringRef Name);
bool isTwinOf(llvm::StringRef Name, llvm::StringRef Original);

/// A symbol as clang mangles it: nvcc puts the file's path and name, and now
/// and then the number of its process, into those of anonymous namespaces, and,
/// with -rdc, of static functions.
///
/// "_ZN41_GLOBAL__N__98e4fd49_6_a_cu__Z1rPf4anonEPf" -> "_ZN12_GLOBAL__N_1..."
/// "__nv_static_26__98e4fd49_6_a_cu__Z1rPf__Z4sumsPf" -> "_Z4sumsPf"
std::string plainSymbol(llvm::StringRef Symbol);

} // namespace pipeline_rewrite
#endif
