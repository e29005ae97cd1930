//===- TwinSymbol.h - The second kernel in compiled code ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Validate and the driver. It is called as the kernel that it stands
// beside, with `Tma` or `_tma` and perhaps a number behind, and takes tensor
// maps besides (Emit/Host/TwinText.h). Names are demangled ones.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_TWINSYMBOL_H
#define PIPELINE_REWRITE_VALIDATE_TWINSYMBOL_H

#include "llvm/ADT/StringRef.h"

namespace pipeline_rewrite {

/// Whether it may be some kernel's.
bool isOfTwin(llvm::StringRef Name);
bool isTwinOf(llvm::StringRef Name, llvm::StringRef Original);

} // namespace pipeline_rewrite
#endif
