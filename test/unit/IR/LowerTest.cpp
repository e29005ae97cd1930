//===- LowerTest.cpp - One line of source as operations -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/Kernel.h"
#include "Snippet.h"

using namespace pipeline_rewrite;

namespace {

/// The operations of \p Body without the text that they stand for.
std::string lowered(llvm::StringRef Body) {
  Snippet Source = Snippet::ofBody(Body);
  std::string Text, Out;
  llvm::raw_string_ostream OS(Text);
  ir::print(OS, ir::lower(Source.kernel()));
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::StringRef(Text).trim('\n').split(Lines, '\n');
  for (llvm::StringRef Line : Lines)
    Out += Line.split("  ;").first.str() + "\n";
  return Out;
}

TEST(Lower, Values) {
  EXPECT_EQ(lowered("int a = n + 1;"), "  %0 = read n\n"
                                       "  %1 = constant\n"
                                       "  %2 = compute %0 %1\n"
                                       "  %3 = write a %2\n");
  EXPECT_EQ(lowered("int a = some(threadIdx.x);"), "  %0 = of-thread\n"
                                                   "  %1 = exit\n"
                                                   "  %2 = unknown %0\n"
                                                   "  %3 = write a %2\n");
}

// clang-format off
TEST(Lower, Regions) {
  EXPECT_EQ(lowered("if (n < m && m) h[0] = 0;"),
            "  %0 = read n\n"
            "  %1 = read m\n"
            "  %2 = compute %0 %1\n"
            "  branch if %2\n"
            "    %3 = read m\n"
            "  %4 = compute %2 %3\n"
            "  branch if %4\n"
            "    %5 = constant\n"
            "    %6 = read h\n"
            "    %7 = constant\n"
            "    %8 = compute %6 %7\n");
  EXPECT_EQ(lowered("for (int i = 0; i < n; ++i) { if (i == m) break; }"),
            "  %0 = constant\n"
            "  %1 = write i %0\n"
            "  loop if %4\n"
            "    %2 = read i\n"
            "    %3 = read n\n"
            "    %4 = compute %2 %3\n"
            "    body\n"
            "      %5 = read i\n"
            "      %6 = read m\n"
            "      %7 = compute %5 %6\n"
            "      branch if %7\n"
            "        %8 = jump\n"
            "    %9 = read i\n"
            "    %10 = compute %9\n"
            "    %11 = write i %10\n");
}

TEST(Lower, Functions) {
  EXPECT_EQ(lowered("auto f = [=](int x) { return x + m; }; int a = f(n);"),
            "  %0 = unknown\n"
            "  %1 = write f %0\n"
            "  %2 = address f\n"
            "  %3 = read n\n"
            "  call\n"
            "    %4 = write x %3\n"
            "    %5 = read x\n"
            "    %6 = read m\n"
            "    %7 = compute %5 %6\n"
            "    %8 = write t7 %7\n"
            "    %9 = jump\n"
            "  %10 = read t7\n"
            "  %11 = write a %10\n");
}

TEST(Lower, Memory) {
  EXPECT_EQ(lowered("float a = s[n] + g[m];"),
            "  %0 = read n\n"
            "  %1 = read s %0\n"
            "  %2 = read g\n"
            "  %3 = read m\n"
            "  %4 = compute %2 %3\n"
            "  %5 = load %4\n"
            "  %6 = compute %1 %5\n"
            "  %7 = write a %6\n");
  EXPECT_EQ(lowered("int a = n; int *p = &a; *p = m;"),
            "  %0 = read n\n"
            "  %1 = write a %0\n"
            "  %2 = address a\n"
            "  %3 = write p %2\n"
            "  %4 = read m\n"
            "  %5 = read p\n");
}
// clang-format on

} // namespace
