//===- Presentation.h - What an editor shows of a loop --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An Analysis in, the protocol's JSON out. Nothing is decided here.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_PRESENTATION_H
#define PIPELINE_REWRITE_TOOL_LSP_PRESENTATION_H

#include "Analysis.h"

namespace pipeline_rewrite {

/// The parameters of `textDocument/publishDiagnostics`: a message on each loop
/// that can be pipelined, and if asked for a hint on each that is left alone.
llvm::json::Value diagnosticsOf(const Analysis &Known, bool ShowRefusals);

/// Answer to `textDocument/hover`: on the line of a loop's keyword what becomes
/// of the loop, why, and its budget; else null.
llvm::json::Value hoverAt(const Analysis &Known, llvm::lsp::Position At);

/// Answer to `textDocument/inlayHint`: form and shared memory behind the line
/// of each loop that can be pipelined.
llvm::json::Value inlayHintsIn(const Analysis &Known, llvm::lsp::Range Shown);

/// What `Why not?` says: what was found, what the rule protects, what helps.
std::string explain(RefusalId Id, llvm::StringRef Detail);

} // namespace pipeline_rewrite
#endif
