//===- LaunchNumbers.h - Constants of the host code -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LAUNCHNUMBERS_H
#define PIPELINE_REWRITE_ANALYSE_LAUNCHNUMBERS_H

#include "clang/AST/Expr.h"
#include <array>
#include <optional>

namespace pipeline_rewrite {

/// A number of host code that every run has, as bytes or blocks, with all
/// conversions on the way; nullopt where a run decides, or if it is negative.
std::optional<uint64_t> constantBytes(const clang::Expr *E,
                                      const clang::ASTContext &Context);

/// x, y and z of a block or grid, likewise: of a dim3, or of the number that
/// one is made from. What goes through another class is not known.
std::optional<std::array<uint64_t, 3>>
constantDimensions(const clang::Expr *E, const clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
