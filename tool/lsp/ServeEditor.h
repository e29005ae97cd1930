//===- ServeEditor.h - main() of pipeline-rewrite-lsp, as a function ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_SERVEEDITOR_H
#define PIPELINE_REWRITE_TOOL_LSP_SERVEEDITOR_H

namespace pipeline_rewrite {

/// Talks to an editor on standard input and output until it says goodbye.
/// Takes what main() takes; gives the exit status.
int serveEditor(int Count, char **Words);

} // namespace pipeline_rewrite
#endif
