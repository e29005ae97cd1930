//===- NamesTest.cpp - New identifiers that collide with nothing ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/Names.h"
#include "Snippet.h"

using namespace pipeline_rewrite;

namespace {

/// What a wish becomes in a kernel with this body.
std::string taken(llvm::StringRef Body, llvm::StringRef Wish,
                  unsigned Times = 1) {
  Snippet Source = Snippet::ofBody(Body);
  Names Free(*Source.Unit);
  Free.enterFunction(Source.kernel());
  std::string Last;
  while (Times--)
    Last = Free.take(Wish);
  return Last;
}

// clang-format off
TEST(Names, TheFirstThatIsFree) {
  EXPECT_EQ(taken("", "stage"), "stage");
  EXPECT_EQ(taken("", "stage", 2), "stage2");
  EXPECT_EQ(taken("int stage = n;", "stage"), "stage2");
  EXPECT_EQ(taken("int stage = n, stage2 = n;", "stage"), "stage3");
  EXPECT_EQ(taken("\n#define stage 1\n", "stage"), "stage2");
}
// clang-format on

} // namespace
