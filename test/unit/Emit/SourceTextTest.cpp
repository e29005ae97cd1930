//===- SourceTextTest.cpp - The user's text around AST nodes --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/SourceText.h"
#include "Snippet.h"

using namespace pipeline_rewrite;

namespace {

/// The whole lines of the marked statement, with what belongs to it.
std::string linesOf(llvm::StringRef Body) {
  Snippet Source = Snippet::ofBody(Body);
  SourceText Text(*Source.Unit);
  auto R = Text.lines(Source.node());
  return R ? Text.slice(*R).str() : "none";
}

// clang-format off
TEST(SourceText, LinesOfAStatement) {
  EXPECT_EQ(linesOf("\n  $h[0] = 1;$\n"), "  h[0] = 1;\n");
  EXPECT_EQ(linesOf("\n  // why\n  $h[0] = 1;$ // what\n"), "  // why\n  h[0] = 1; // what\n");
  EXPECT_EQ(linesOf("\n  h[1] = 1; $h[0] = 1;$ h[2] = 1;\n"), "h[0] = 1; ");
  EXPECT_EQ(linesOf("\n#pragma unroll\n  $for (int i = 0; i < n; ++i) h[i] = 1;$\n"),
            "#pragma unroll\n  for (int i = 0; i < n; ++i) h[i] = 1;\n");
}

TEST(SourceText, Reindent) {
  EXPECT_EQ(reindent("  a;\n    b;\n", "  ", "      "), "      a;\n        b;\n");
  EXPECT_EQ(reindent("  a;\n\n  b;\n", "  ", ""), "a;\n\nb;\n");
}
// clang-format on

} // namespace
