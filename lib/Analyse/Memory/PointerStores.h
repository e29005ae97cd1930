//===- PointerStores.h - Does device code put pointers into memory? -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_POINTERSTORES_H
#define PIPELINE_REWRITE_ANALYSE_POINTERSTORES_H

#include "clang/AST/Decl.h"

namespace pipeline_rewrite {

/// True if a pointer that a kernel finds in global memory, in constant memory
/// or behind a parameter may have been put there by device code, so that it may
/// lead to shared memory or to what the kernel stores: a function assigns,
/// copies or hands over a pointer to what is no local object of its own.
///
/// Takes: \p F: a kernel, of which all counts that it calls; or another
///        function, whose kernels are not known: all device code of the unit.
bool storesPointers(const clang::FunctionDecl *F);

} // namespace pipeline_rewrite
#endif
