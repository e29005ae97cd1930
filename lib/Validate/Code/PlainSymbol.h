//===- PlainSymbol.h - The symbol that every text of a file has -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_PLAINSYMBOL_H
#define PIPELINE_REWRITE_VALIDATE_PLAINSYMBOL_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pipeline_rewrite {

/// A symbol as clang mangles it: nvcc puts the file's path and name, and now
/// and then the number of its process, into those of anonymous namespaces, and,
/// with -rdc, of static functions.
///
/// "_ZN41_GLOBAL__N__98e4fd49_6_a_cu__Z1rPf4anonEPf" -> "_ZN12_GLOBAL__N_1..."
/// "__nv_static_26__98e4fd49_6_a_cu__Z1rPf__Z4sumsPf" -> "_Z4sumsPf"
std::string plainSymbol(llvm::StringRef Symbol);

} // namespace pipeline_rewrite
#endif
