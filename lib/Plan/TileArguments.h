//===- TileArguments.h - What decides how many tiles a loop has -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_TILEARGUMENTS_H
#define PIPELINE_REWRITE_PLAN_TILEARGUMENTS_H

#include "Analyse/LoopFacts.h"

namespace pipeline_rewrite {

/// The kernel's parameters of a built-in integer type that the start, the
/// condition or the step of its loop is made of, itself or by variables; in
/// the order of the parameters.
std::vector<const clang::ParmVarDecl *> tileArguments(const LoopFacts &Of);

} // namespace pipeline_rewrite
#endif
