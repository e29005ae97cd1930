//===- HostCalls.h - Every call of a host function ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_HOSTCALLS_H
#define PIPELINE_REWRITE_ANALYSE_HOSTCALLS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace pipeline_rewrite {

class SourceUnit;

/// Every call of \p F, a plain function of the main file; nothing if there may
/// be others: its name is used for more than calls, stands in text that nobody
/// parses or in another file of the program, a header declares it, or others
/// can link to it, for the file has no main().
std::optional<llvm::SmallVector<const clang::CallExpr *, 4>>
findHostCalls(const clang::FunctionDecl *F, const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
