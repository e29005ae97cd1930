//===- CodeActions.h - What a user can do about a loop --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A menu is cheap and shows the forms that the chain found possible. The edit
// of an entry is made, and checked by a second parse, only when the entry is
// chosen; for editors that cannot ask later, with the menu.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_CODEACTIONS_H
#define PIPELINE_REWRITE_TOOL_LSP_CODEACTIONS_H

#include "View.h"

namespace pipeline_rewrite {

/// What the editor said it understands.
struct ClientAbilities {
  bool ResolvesEdits = false;  ///< asks codeAction/resolve for `edit`
  bool VersionedEdits = false; ///< takes `documentChanges`
};

ClientAbilities abilitiesOf(const llvm::json::Value &InitializeParams);

/// The command behind `Why not?`; arguments: refusal id, detail.
inline constexpr llvm::StringLiteral ExplainCommand =
    "pipeline-rewrite.explain";

/// What is read of a question for a menu. llvm/Support/LSP would read the
/// diagnostics too, and fail on those of other servers.
struct MenuParams {
  llvm::lsp::TextDocumentIdentifier File;
  llvm::lsp::Range Selection;
  std::vector<std::string> Kinds; ///< wanted ones; empty: all
};

bool fromJSON(const llvm::json::Value &Value, MenuParams &Result,
              llvm::json::Path Path);

/// A rewrite that an entry of a menu stands for; the entry carries it as its
/// `data`.
struct Choice {
  std::string Uri;
  int64_t Version = 0; ///< of the text that the menu was made for
  unsigned Line = 0;   ///< of the loop's keyword, from 1
  unsigned Form = 0;   ///< a Variant
  unsigned Stages = 0;
};

bool fromJSON(const llvm::json::Value &Value, Choice &Result,
              llvm::json::Path Path);
llvm::json::Value toJSON(const Choice &Value);

/// All that can be done about a loop: its forms, the one of the options first
/// and preferred, or `Why not?`. For whatever version of the text has the loop.
llvm::json::Array menuOf(const LoopOffers &Loop);

/// The menu for the innermost loop at a position of a version.
/// Takes: the kinds that the editor wants; empty: all.
llvm::json::Array menuAt(const View &Seen, const Version &Of,
                         llvm::lsp::Position At,
                         llvm::ArrayRef<std::string> Kinds);

/// A WorkspaceEdit.
llvm::json::Value workspaceEdit(const Version &Of,
                                llvm::ArrayRef<TextEdit> Edits,
                                const ClientAbilities &Client);

} // namespace pipeline_rewrite
#endif
