//===- JoinTextsTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/JoinTexts.h"
#include "Validate/Code/CompileTexts.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

TEST(JoinTexts, HeadersStandOnceInFrontOfNamespaces) {
  EXPECT_EQ(joinTexts({"#include <a>\nint x;", "#include <b>\n#include <a>\n"},
                      std::nullopt),
            "#include <a>\n#include <b>\n\n"
            "namespace pipeline_rewrite_form_0_ {\n#include <a>\nint x;\n}\n"
            "namespace pipeline_rewrite_form_1_ {\n#include <b>\n#include "
            "<a>\n\n}\n");
}

TEST(JoinTexts, PlainTextStandsBehindThem) {
  EXPECT_EQ(joinTexts({"a"}, "b"),
            "\nnamespace pipeline_rewrite_form_0_ {\na\n}\nb\n");
}

TEST(JoinTexts, MacrosAreOfOneTextAlone) {
  EXPECT_EQ(joinTexts({"# define N(X) \\\n  X\nint x;"}, std::nullopt),
            "#pragma push_macro(\"N\")\n\n#pragma pop_macro(\"N\")\n"
            "namespace pipeline_rewrite_form_0_ {\n"
            "#pragma push_macro(\"N\")\n# define N(X) \\\n  X\nint x;\n"
            "#pragma pop_macro(\"N\")\n}\n");
}

TEST(JoinTexts, WhatAnIncludeIsConditionalOnStays) {
  EXPECT_EQ(joinTexts({"#if N > 1\n#pragma unroll\n#include <a>\nint x;\n"
                       "#endif\n#if M\n#endif"},
                      std::nullopt)
                .substr(0, 35),
            "#if N > 1\n#include <a>\n#endif\n\nname");
}

TEST(JoinTexts, NamesThatNoNamespaceChanges) {
  EXPECT_TRUE(mayBeJoined("__global__ void k();"));
  EXPECT_FALSE(mayBeJoined("extern \"C\" __global__ void k();"));
}

TEST(JoinTexts, NamesLoseTheirNamespace) {
  const std::string Name = "void pipeline_rewrite_form_12_::k<"
                           "pipeline_rewrite_form_12_::T>(int)";
  EXPECT_EQ(joinedTextOf(Name), 12u);
  EXPECT_EQ(withoutJoinedSpace(Name), "void k<T>(int)");
  EXPECT_EQ(joinedTextOf("void k<T>(int)"), std::nullopt);
  EXPECT_EQ(withoutJoinedSpace("void k<T>(int)"), "void k<T>(int)");
}

static CompiledText unitOf(std::vector<std::string> Kernels) {
  CompiledText Unit;
  for (size_t I = 0; I < Kernels.size(); ++I)
    Unit.Codes["sm_90"].Usage[Kernels[I]] = {true, unsigned(I + 1)};
  return Unit;
}

TEST(JoinedCode, EachTextHasItsOwn) {
  auto Parts = splitCode(unitOf({"_Z1kPf", "_ZN24pipeline_rewrite_form_0_1kEPf",
                                 "_ZN24pipeline_rewrite_form_1_1kEPf"}),
                         3, /*HasPlain=*/true);
  ASSERT_TRUE(Parts);
  for (unsigned I = 1; I < 3; ++I)
    nameLike(Parts->front(), (*Parts)[I]);
  for (unsigned I = 0; I < 3; ++I)
    EXPECT_EQ((*Parts)[I].Codes["sm_90"].Usage["_Z1kPf"].Registers, I + 1);
}

/// An include guard hides the second text.
TEST(JoinedCode, AKernelThatOneLacksIsSeen) {
  EXPECT_FALSE(splitCode(unitOf({"_ZN24pipeline_rewrite_form_0_1kEPf"}), 2,
                         /*HasPlain=*/false));
  EXPECT_FALSE(splitCode(unitOf({"_Z1kPf"}), 2, /*HasPlain=*/true));
  EXPECT_FALSE(
      splitCode(unitOf({"_Z1kPf", "_ZN24pipeline_rewrite_form_0_1jEPf"}), 2,
                /*HasPlain=*/true));
}
