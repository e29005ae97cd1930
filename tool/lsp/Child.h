//===- Child.h - Work that may crash, hang or become pointless ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any half-typed text is parsed here, so the parse is a process of its own: it
// can be ended at any moment, takes nothing down with it, and its memory goes
// with it. The server itself never parses, so the fork is cheap and safe.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_CHILD_H
#define PIPELINE_REWRITE_TOOL_LSP_CHILD_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace pipeline_rewrite {

/// Runs \p Body in a process of its own.
///
/// Takes: IsWanted, asked all the time; once it says no the process is ended.
/// Gives: what Body gave.
/// Fails: it crashed, took longer than two minutes, or is not wanted any more.
llvm::Expected<llvm::json::Value>
runInChild(llvm::function_ref<llvm::json::Value()> Body,
           llvm::function_ref<bool()> IsWanted);

} // namespace pipeline_rewrite
#endif
