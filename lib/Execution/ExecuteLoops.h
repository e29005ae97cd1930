//===- ExecuteLoops.h - Rewritten loops run before they are shown ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both texts of a kernel are compiled in the process and run by the executor
// with launches that the tool makes up. It needs no GPU, no toolkit, no program
// of the user's.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTION_EXECUTELOOPS_H
#define PIPELINE_REWRITE_EXECUTION_EXECUTELOOPS_H

#include "Execution/LoopExecution.h"
#include "Execution/LoopToRun.h"
#include "Execution/PtxCode.h"

namespace pipeline_rewrite {

/// Of each loop what came of it, in their order; and the first launch found
/// under which the output does something else, which ends the search.
struct ExecutedLoops {
  std::vector<LoopExecution> Loops;
  std::optional<Counterexample> Wrong;
};

/// Runs the kernels that the loops are part of, before and after.
///
/// Takes:    the unit as it was, its rewritten loops, and the code of the
///           output, from outputCode().
/// Requires: the AST of Before is complete.
/// Never:    prints, ends the process, touches a file.
ExecutedLoops executeLoops(const SourceUnit &Before,
                           llvm::ArrayRef<LoopToRun> Loops,
                           llvm::StringRef OutputCode);

/// The PTX of all kernels that have a pipelined loop in \p Functions, or call
/// a function that has, as text for executeLoops(): that of the output's unit,
/// which another process may have parsed.
std::string outputCode(const SourceUnit &After,
                       llvm::ArrayRef<const clang::FunctionDecl *> Functions);

} // namespace pipeline_rewrite
#endif
