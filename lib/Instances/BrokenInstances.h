//===- BrokenInstances.h - Instances that no program has ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_INSTANCES_BROKENINSTANCES_H
#define PIPELINE_REWRITE_INSTANCES_BROKENINSTANCES_H

#include "clang/AST/Decl.h"

namespace pipeline_rewrite {

/// Of \p F and the functions made of templates that run where it does, one that
/// has a text only for other arguments; nullptr if all have theirs.
const clang::FunctionDecl *findUndefined(const clang::FunctionDecl *F);

/// Of the same, one with an error that its template has not.
const clang::FunctionDecl *findBroken(const clang::FunctionDecl *F);

} // namespace pipeline_rewrite
#endif
