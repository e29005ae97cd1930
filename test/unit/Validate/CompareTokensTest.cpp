//===- CompareTokensTest.cpp - Text that stays, and text that is brought --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/CompareMeaning.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

namespace {

/// The token that \p Text breaks if it is put in place of the bytes of \p Mark
/// in \p Old; "" if none is.
std::string broken(llvm::StringRef Old, llvm::StringRef Mark,
                   llvm::StringRef Text) {
  clang::LangOptions Language;
  Language.CPlusPlus = Language.CPlusPlus11 = Language.LineComment = true;
  const unsigned At = Old.find(Mark);
  EditSet Edits;
  Edits.replace(At, At + Mark.size(), Text.str());
  auto D = compareTokens(Old, Edits.apply(Old), Edits.settled(Old), Language);
  return D ? D->Token : "";
}

TEST(CompareTokens, AStatementOfItsOwnLineBreaksNothing) {
  EXPECT_EQ(broken("a();\n@b(); // c\n", "@", "next();\n"), "");
  EXPECT_EQ(broken("int t@;", "@", "[2]"), "");
  EXPECT_EQ(broken("a(); @ b();", "@", ""), "");
}

TEST(CompareTokens, ACommentThatGoesOnSwallowsIt) {
  EXPECT_EQ(broken("a(); // b \\\n@c();\nd();", "@", "next();\n"), "next");
}

TEST(CompareTokens, ACommentThatGoesOnIsCutOff) {
  EXPECT_EQ(broken("a(); // b \\\n@c();\nd();", "@", "// next\n"), "c");
}

TEST(CompareTokens, ACommentThatDoesNotEndSwallowsTheRest) {
  EXPECT_EQ(broken("a(); @ b();", "@", "// next"), "b");
  EXPECT_EQ(broken("a(); @ b(); /* c */", "@", "/* next"), "b");
}

TEST(CompareTokens, TokensThatTouchAreOne) {
  EXPECT_EQ(broken("a @b;", "@", "+ c"), "c");
  EXPECT_EQ(broken("a @+ b;", "@", "+"), "+");
}

TEST(CompareTokens, AMacroThatGoesOnTakesNothingIn) {
  EXPECT_EQ(broken("#define a \\\n @ b\nc();", "@", "next();\n"), "b");
  EXPECT_EQ(broken("#pragma unroll\n@b();", "\n", ""), "@");
}

TEST(CompareTokens, APragmaMayBeTold) {
  EXPECT_EQ(broken("#pragma unroll\na();", "unroll", "unroll 1"), "");
  EXPECT_EQ(broken("@a();", "@", "#pragma unroll 1\n"), "");
}

TEST(CompareTokens, TextInAStringIsNoCode) {
  EXPECT_EQ(broken("f(R\"(\n@)\"); g();", "@", "next();\n"), "R\"(\n@)\"");
}

} // namespace
