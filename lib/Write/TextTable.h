//===- TextTable.h - Aligned columns --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cells in, lines out; each column as wide as its widest cell.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_WRITE_TEXTTABLE_H
#define PIPELINE_REWRITE_WRITE_TEXTTABLE_H

#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

class TextTable {
public:
  enum class Align { Left, Right };

  struct Column {
    std::string Title;
    Align Side;
  };

  explicit TextTable(std::vector<Column> Columns);
  /// Missing cells at the end stay empty.
  void addRow(std::vector<std::string> Cells);
  /// Prints the titles (bold where OS has colours) and the rows.
  void print(llvm::raw_ostream &OS, unsigned Indent) const;

private:
  std::vector<Column> Columns;
  std::vector<std::vector<std::string>> Rows;
};

} // namespace pipeline_rewrite
#endif
