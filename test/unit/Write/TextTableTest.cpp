//===- TextTableTest.cpp - Aligned columns --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Write/TextTable.h"

#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

TEST(TextTable, AlignsAndTrims) {
  TextTable Table({{"tile", TextTable::Align::Left},
                   {"bytes", TextTable::Align::Right},
                   {"copy", TextTable::Align::Left}});
  Table.addRow({"float As[8]", "4 KB", "register"});
  Table.addRow({"all", "16.5 KB"});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Table.print(OS, /*Indent=*/2);
  EXPECT_EQ(Text, "  tile            bytes   copy\n"
                  "  float As[8]      4 KB   register\n"
                  "  all           16.5 KB\n");
}

} // namespace
} // namespace pipeline_rewrite
