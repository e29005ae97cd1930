//===- McpTools.h - The tools of the server -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_TOOL_MCP_MCPTOOLS_H
#define PIPELINE_REWRITE_TOOL_MCP_MCPTOOLS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// The value of `tools` in the answer to tools/list.
llvm::json::Array listMcpTools(bool MayWrite);

/// The words of a command line, without the program's name.
/// Fails: there is no such tool, or it does not take these arguments. Only what
///        is listed is passed on: no option that runs a command or, unless
///        \p MayWrite, writes a file.
llvm::Expected<std::vector<std::string>>
wordsOfMcpCall(llvm::StringRef Tool, const llvm::json::Object &Arguments,
               bool MayWrite);

} // namespace pipeline_rewrite
#endif
