//===- Document.h - An open text and its positions ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Editors count lines from 0 and columns in UTF-16 code units; the library
// counts bytes. llvm/Support/LSP applies changes too, but takes columns for
// bytes.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_DOCUMENT_H
#define PIPELINE_REWRITE_TOOL_LSP_DOCUMENT_H

#include "Options/Refusal.h"
#include "llvm/Support/LSP/Protocol.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// One version of a text, in UTF-8. Lines end with LF, CRLF or CR.
class Document {
public:
  explicit Document(std::string Text);

  llvm::StringRef text() const { return Text; }

  /// Of a byte offset; one behind the text is its end.
  llvm::lsp::Position position(size_t Offset) const;
  /// Of a place that a report names: line and column from 1, in bytes. A place
  /// outside the text is its nearest one inside.
  llvm::lsp::Position position(const SourcePlace &Place) const;
  /// The byte offset of a position; what lies behind the end of a line or of
  /// the text means that end.
  size_t offset(llvm::lsp::Position At) const;

  /// Between two byte offsets.
  llvm::lsp::Range range(size_t Begin, size_t End) const {
    return {position(Begin), position(End)};
  }
  /// The word that begins at a place, as the keyword of a loop does.
  llvm::lsp::Range wordAt(const SourcePlace &Place) const;
  /// The end of a line, counted from 0, before its line break.
  llvm::lsp::Position endOfLine(unsigned Line) const;

  /// The next version.
  Document
  with(llvm::ArrayRef<llvm::lsp::TextDocumentContentChangeEvent> Changes) const;

private:
  size_t byteOf(const SourcePlace &Place) const;
  size_t lineEnd(size_t Line) const;

  std::string Text;
  std::vector<size_t> LineStarts; ///< byte offsets; never empty
};

} // namespace pipeline_rewrite
#endif
