//===- Callers.h - What a device function is given ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_CALLERS_H
#define PIPELINE_REWRITE_ANALYSE_CALLERS_H

#include "Analyse/Provenance.h"

namespace pipeline_rewrite {

/// Pointer parameters of the device function \p F that every call passes global
/// memory for, straight from a kernel. Empty if not all calls can be seen: the
/// function's text is in a header, another unit may link to it, or its name is
/// used other than for calls.
llvm::SmallVector<const clang::ParmVarDecl *, 4>
findGlobalParameters(const clang::FunctionDecl *F);

} // namespace pipeline_rewrite
#endif
