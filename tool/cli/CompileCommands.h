//===- CompileCommands.h - A database for clang's own tools ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_COMPILECOMMANDS_H
#define PIPELINE_REWRITE_TOOL_COMPILECOMMANDS_H

#include "FileJobs.h"

namespace pipeline_rewrite {

/// Prints compile_commands.json with clang's words for nvcc's.
///
/// Requires: CompileRequest::ForOtherTools.
void printCompileCommands(llvm::raw_ostream &OS, llvm::ArrayRef<FileJob> Jobs);

} // namespace pipeline_rewrite
#endif
