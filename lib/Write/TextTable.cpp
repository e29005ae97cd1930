//===- TextTable.cpp - Aligned columns ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Write/TextTable.h"

#include <algorithm>
#include <cassert>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr StringRef Gap = "   ";

} // namespace

TextTable::TextTable(std::vector<Column> Columns)
    : Columns(std::move(Columns)) {}

void TextTable::addRow(std::vector<std::string> Cells) {
  assert(Cells.size() <= Columns.size() && "more cells than columns");
  Cells.resize(Columns.size());
  Rows.push_back(std::move(Cells));
}

void TextTable::print(raw_ostream &OS, unsigned Indent) const {
  std::vector<size_t> Widths;
  for (size_t I = 0; I < Columns.size(); ++I) {
    size_t Width = Columns[I].Title.size();
    for (const auto &Row : Rows)
      Width = std::max(Width, Row[I].size());
    Widths.push_back(Width);
  }
  auto PrintRow = [&](auto &&Cell) {
    std::string Line(Indent, ' ');
    for (size_t I = 0; I < Columns.size(); ++I) {
      const std::string &Text = Cell(I);
      std::string Padding(Widths[I] - Text.size(), ' ');
      bool Right = Columns[I].Side == Align::Right;
      Line += (I ? Gap : "").str() + (Right ? Padding + Text : Text + Padding);
    }
    OS << StringRef(Line).rtrim(' ') << '\n';
  };
  OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  PrintRow([&](size_t I) -> const std::string & { return Columns[I].Title; });
  OS.resetColor();
  for (const auto &Row : Rows)
    PrintRow([&](size_t I) -> const std::string & { return Row[I]; });
}

} // namespace pipeline_rewrite
