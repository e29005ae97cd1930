//===- IndexFactors.h - Numbers that are only factors ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EXECUTION_INDEXFACTORS_H
#define PIPELINE_REWRITE_EXECUTION_INDEXFACTORS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include <set>
#include <string>

namespace pipeline_rewrite {

/// The parameters of \p Kernel, and fields of those that are objects, that are
/// multiplied wherever they are mentioned: distances between elements, which
/// may be any numbers. "ldc", "shape.ldc". A parameter of a function that is
/// called, or a local variable, may stand for one.
std::set<std::string>
indexFactors(const clang::FunctionDecl *Kernel,
             llvm::ArrayRef<const clang::FunctionDecl *> Reached);

} // namespace pipeline_rewrite
#endif
