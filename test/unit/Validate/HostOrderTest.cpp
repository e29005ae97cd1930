//===- HostOrderTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/HostOrder.h"
#include "Frontend/ParsedSource.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

static std::vector<std::string> doubtsOf(llvm::StringRef Body) {
  const auto Unit = parseText(("__global__ void kernel(float *p, int n);\n"
                               "void take(int a, int b, int c = 0);\n"
                               "void host(float *p, int n, int bytes) {\n" +
                               Body + "\n}\n")
                                  .str());
  EXPECT_EQ(errorsOf(*Unit), "");
  return findOpenOrder(*Unit);
}

TEST(HostOrder, NoArgumentChangesAnother) {
  EXPECT_TRUE(doubtsOf("take(n, bytes--); take(n--, 3);"
                       "kernel<<<n, 64>>>(p, n--);")
                  .empty());
  // Of objects it is not known.
  EXPECT_TRUE(doubtsOf("struct { int *get() { return nullptr; } int size() "
                       "const { return 1; } } s; take(*s.get(), s.size());")
                  .empty());
  EXPECT_EQ(doubtsOf("take(n, n--);").size(), 1u);
  EXPECT_EQ(doubtsOf("take(bytes, 2, n + (bytes += 3));").size(), 1u);
}

TEST(HostOrder, OnlyWhatIsNewCounts) {
  EXPECT_FALSE(findNewDoubt({"a", "b", "b"}, {"b", "a", "b"}));
  EXPECT_EQ(findNewDoubt({"a", "b"}, {"b", "a", "b"}), "b");
  EXPECT_FALSE(findNewDoubt({"a"}, {}));
}
