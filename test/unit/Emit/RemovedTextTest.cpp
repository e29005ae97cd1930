//===- RemovedTextTest.cpp - What leaves the loop's body ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/RemovedText.h"
#include "Snippet.h"

using namespace pipeline_rewrite;

namespace {

/// What would be missing if the marked statement goes, or is declared before
/// the loop, and `x` is written \p Behind its begin.
std::string lost(llvm::StringRef Body, unsigned Behind, bool Hoisted = false) {
  Snippet Source = Snippet::ofBody(Body);
  SourceText Text(*Source.Unit);
  const TextRange Lines = *Text.lines(Source.node());
  RemovedText Removed(Text);
  Hoisted ? Removed.addHoisted(Lines) : Removed.add(Lines);
  Removed.join();
  EditSet Edits;
  Edits.insert(Text.range(Source.node())->Begin + Behind, "x");
  const TextEdit *Lost = Removed.findLost(Edits);
  return Lost ? Lost->Text : "nothing";
}

// clang-format off
TEST(RemovedText, AnEditWithinIsLost) {
  EXPECT_EQ(lost("\n  $h[0] = 1;$\n", 3), "x");
  EXPECT_EQ(lost("\n  $h[0] = 1;$\n", 3, /*Hoisted=*/true), "nothing");
  EXPECT_EQ(lost("\n  $h[0] = 1;$\n  h[1] = 2;\n", sizeof("h[0] = 1;\n  h[1]") - 1), "nothing");
}
// clang-format on

} // namespace
