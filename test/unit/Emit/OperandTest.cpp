//===- OperandTest.cpp - Expressions as operands of new text --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/Operand.h"
#include "Snippet.h"

using namespace pipeline_rewrite;

namespace {

std::string placed(llvm::StringRef Written, Binding Place) {
  Snippet Source = Snippet::ofBody(("(void)($" + Written + "$);").str());
  return operand(Source.expr(), Place, Written.str());
}

TEST(Operand, BehindAPrefixOperator) {
  EXPECT_EQ(placed("s[n]", Binding::Unary), "s[n]");
  EXPECT_EQ(placed("n + m", Binding::Unary), "(n + m)");
  EXPECT_EQ(placed("n ? n : m", Binding::Unary), "(n ? n : m)");
  EXPECT_EQ(placed("some(n)", Binding::Unary), "some(n)");
}

TEST(Operand, AsAnArgument) {
  EXPECT_EQ(placed("n + m", Binding::Assignment), "n + m");
  EXPECT_EQ(placed("n, m", Binding::Assignment), "(n, m)");
}

} // namespace
