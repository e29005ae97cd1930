//===- HostOrderTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/HostOrder.h"
#include "Frontend/ParsedSource.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

static std::vector<std::string> doubtsOf(llvm::StringRef Body) {
  const auto Unit =
      parseText(("__global__ void kernel(float *p, int n);\n"
                 "__global__ void other(float *p, int n);\n"
                 "int bytesOf(int n);\n"
                 "#define RAISE(K, BYTES) cudaFuncSetAttribute(K, "
                 "cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES)\n"
                 "#define CHECK(CALL) do { CALL; } while (0)\n"
                 "void take(int a, int b, int c = 0);\n"
                 "void host(float *p, int n, int bytes) {\n" +
                 Body + "\n}\n")
                    .str());
  EXPECT_EQ(errorsOf(*Unit), "");
  return findOpenOrder(*Unit);
}

TEST(HostOrder, ALaunchFollowsEachLimit) {
  EXPECT_TRUE(doubtsOf("RAISE(kernel, bytes); kernel<<<1, 64, bytes>>>(p, n);")
                  .empty());
  EXPECT_TRUE(doubtsOf("RAISE(kernel, bytes);"
                       "kernel<<<bytesOf(n), 64, bytes>>>(p, n--);")
                  .empty());
  EXPECT_TRUE(doubtsOf("RAISE(kernel, bytes);"
                       "CHECK((kernel<<<1, 64, bytes>>>(p, n)));")
                  .empty());
  EXPECT_TRUE(doubtsOf("if (n) { RAISE(kernel, 70000);"
                       "kernel<<<1, 64, 70000>>>(p, n); }")
                  .empty());
  EXPECT_TRUE(doubtsOf("RAISE(kernel, bytes);"
                       "kernel<<<n > 3 && n < 9 ? n : 1, 64, bytes>>>(p, n);")
                  .empty());
  // In the launch itself.
  EXPECT_TRUE(doubtsOf("n ? kernel<<<1, 64, [](size_t b) { RAISE(kernel, b);"
                       "return b; }(bytes)>>>(p, n) : (void)0;")
                  .empty());
}

TEST(HostOrder, NoLaunchFollowsOnEveryWay) {
  for (const char *Body :
       {"RAISE(kernel, bytes); n ? kernel<<<1, 64, bytes>>>(p, n) : (void)0;",
        "RAISE(kernel, bytes); if (n) kernel<<<1, 64, bytes>>>(p, n);",
        "RAISE(kernel, bytes);"
        "n && (kernel<<<1, 64, bytes>>>(p, n), true);",
        "RAISE(kernel, bytes); other<<<1, 64, bytes>>>(p, n);",
        "RAISE(kernel, bytes);"
        "for (int i = 0; i < n; ++i) kernel<<<1, 64, bytes>>>(p, n);"})
    EXPECT_EQ(doubtsOf(Body).size(), 1u) << Body;
}

TEST(HostOrder, TheBytesAreKnown) {
  for (const char *Body :
       {"RAISE(kernel, bytes);"
        "bytes = bytesOf(n), kernel<<<1, 64, bytes>>>(p, n);",
        "int &b = bytes; RAISE(kernel, bytes); ++bytes;"
        "kernel<<<1, 64, bytes>>>(p, n);"})
    EXPECT_EQ(doubtsOf(Body).size(), 1u) << Body;
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
