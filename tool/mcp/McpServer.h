//===- McpServer.h - `pipeline-rewrite mcp` -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A server of the Model Context Protocol over standard input and output: one
// JSON-RPC message on each line. Its tools are the commands of this program.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_MCP_MCPSERVER_H
#define PIPELINE_REWRITE_TOOL_MCP_MCPSERVER_H

namespace pipeline_rewrite {

/// Serves until its input ends.
/// Gives: the exit code of the program.
int runMcpServer(int Count, char **Words);

} // namespace pipeline_rewrite
#endif
