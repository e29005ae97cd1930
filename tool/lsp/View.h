//===- View.h - What an editor shows of the loops of a text ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An Analysis in, the protocol's JSON out. A View is made where the text was
// parsed and kept by the server, which only chooses from it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_VIEW_H
#define PIPELINE_REWRITE_TOOL_LSP_VIEW_H

#include "Analysis.h"

namespace pipeline_rewrite {

/// One loop.
struct LoopView {
  int First = 0, Last = 0; ///< lines, from 0; the keyword is on the first
  llvm::json::Value Diagnostic = nullptr; ///< null: none
  llvm::json::Value Hover = nullptr;      ///< what, why, and the budget
  llvm::json::Value Hint = nullptr;       ///< inlay hint; null: none
  llvm::json::Value Menu = nullptr; ///< all code actions, without their edits
};

struct View {
  std::vector<LoopView> Loops;    ///< in source order
  std::vector<std::string> Notes; ///< for a log
  std::string Error; ///< why nothing is known; empty: all went well
};

/// Takes: whether loops that are left alone have a diagnostic too.
View viewOf(const Analysis &Known, bool ShowRefusals);

bool fromJSON(const llvm::json::Value &Value, LoopView &Result,
              llvm::json::Path Path);
bool fromJSON(const llvm::json::Value &Value, View &Result,
              llvm::json::Path Path);
llvm::json::Value toJSON(const LoopView &Value);
llvm::json::Value toJSON(const View &Value);

/// The parameters of `textDocument/publishDiagnostics`.
llvm::json::Value diagnosticsOf(const Version &Of, const View &Seen);
/// Answer to `textDocument/hover`: of a loop's keyword on this line, or null.
llvm::json::Value hoverAt(const View &Seen, llvm::lsp::Position At);
/// Answer to `textDocument/inlayHint`.
llvm::json::Value inlayHintsIn(const View &Seen, llvm::lsp::Range Shown);

/// What `Why not?` says: what was found, what the rule protects, what helps.
std::string explain(RefusalId Id, llvm::StringRef Detail);

} // namespace pipeline_rewrite
#endif
