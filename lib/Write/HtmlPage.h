//===- HtmlPage.h - Pages that need no other file -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The skeleton of an HTML page: one style sheet inline, light and dark by the
// reader's preference, no script. Who writes a page adds its own sections
// between begin and end.
//
// The style sheet's classes: `number` (a cell, right-aligned), `good`, `bad`
// and `quiet` (colours of text), `diff` with `add`, `del` and `hunk` in it, and
// for SVG `load`, `compute`, `sync`, `store`, `frame`, `limit`, `label` and
// `inside` (text in a box).
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_WRITE_HTMLPAGE_H
#define PIPELINE_REWRITE_WRITE_HTMLPAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// Text to be shown as it is: `OS << HtmlText{"a < b"}`. Good for elements and
/// for attributes in double quotes. Bytes that are no UTF-8 become U+FFFD.
struct HtmlText {
  llvm::StringRef Text;
};
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const HtmlText &Shown);

/// Writes all that stands before a page's sections, its heading included.
void beginHtmlPage(llvm::raw_ostream &OS, llvm::StringRef Title);
/// Writes what stands behind them.
void endHtmlPage(llvm::raw_ostream &OS);

/// Attributes of an SVG element of this class as the light page shows it;
/// `text`: words of no class. The style goes before them where there is one.
llvm::StringRef plainColour(llvm::StringRef Class);

/// A column of a table.
struct HtmlColumn {
  llvm::StringRef Title;
  bool IsNumber = false; ///< aligned at its right
};

/// Writes a table. Cells are plain text; missing ones at the end stay empty.
/// \p Links: where the first cells lead to, by the names of elements; or none.
void printHtmlTable(llvm::raw_ostream &OS, llvm::ArrayRef<HtmlColumn> Columns,
                    llvm::ArrayRef<std::vector<std::string>> Rows,
                    llvm::ArrayRef<std::string> Links = {});

/// Writes a patch with its added and removed lines in colours; nothing if it is
/// empty.
void printHtmlDiff(llvm::raw_ostream &OS, llvm::StringRef Diff);

} // namespace pipeline_rewrite
#endif
