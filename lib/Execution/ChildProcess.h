//===- ChildProcess.h - Work that must not take the tool with it ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EXECUTION_CHILDPROCESS_H
#define PIPELINE_REWRITE_EXECUTION_CHILDPROCESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pipeline_rewrite {

/// Runs \p Work in a copy of this process and gives the text that it returns.
///
/// Fails: the copy crashed or ended by itself, it took longer than \p Seconds
///        and was ended, or processes cannot be forked here. The text says
///        which, after \p What ("the back end crashed (signal 11)").
/// Never: leaves the copy behind; lets it write to standard output or error.
llvm::Expected<std::string> runInChild(llvm::function_ref<std::string()> Work,
                                       double Seconds, llvm::StringRef What);

/// False: processes cannot be forked here, so that runInChild() always fails.
bool hasChildren();

} // namespace pipeline_rewrite
#endif
