//===- SassReaderTest.cpp - A listing to instructions ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/SassReader.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

TEST(SassReader, GuardsOpcodesOperands) {
  auto Code = readSass(R"(
	.headerflags    @"EF_CUDA_SM86"
        /*0000*/                   MOV R1, c[0x0][0x28] ;
        /*0010*/              @!P0 LDG.E.128.CONSTANT R92, [R92.64+UR4] ;
        /*0020*/                   EXIT ;
        /*0030*/                   BRA 0x30;
)");
  ASSERT_EQ(Code.size(), 4u);
  EXPECT_EQ(Code[0].Opcode, "MOV");
  EXPECT_EQ(Code[0].Guard, "");
  EXPECT_EQ(Code[1].Address, 0x10u);
  EXPECT_EQ(Code[1].Guard, "@!P0");
  EXPECT_EQ(Code[1].Opcode, "LDG.E.128.CONSTANT");
  EXPECT_EQ(Code[1].base(), "LDG");
  EXPECT_EQ(Code[1].Operands,
            (std::vector<std::string>{"R92", "[R92.64+UR4]"}));
  EXPECT_TRUE(Code[2].Operands.empty());
  EXPECT_EQ(Code[3].Operands, std::vector<std::string>{"0x30"});
}

/// nvdisasm of a whole file names places.
TEST(SassReader, LabelsBecomeAddresses) {
  auto Code = readSass(R"(
.text._Z1kPf:
        /*0000*/                   NOP ;
.L_x_1:
        /*0010*/                   FFMA R0, R1, R2, R0 ;
        /*0020*/              @P0 BRA `(.L_x_1) ;
        /*0030*/                   BRA `(.L_x_9) ;
)");
  ASSERT_EQ(Code.size(), 4u);
  EXPECT_EQ(Code[2].Operands, std::vector<std::string>{"0x10"});
  EXPECT_EQ(Code[3].Operands, std::vector<std::string>{"`(.L_x_9)"});
}

/// cuobjdump prints the encoding beside and below.
TEST(SassReader, EncodingsAreNoInstructions) {
  auto Code = readSass(R"(
	code for sm_86
		Function : _Z1kPf
        /*0000*/                   MOV R1, c[0x0][0x28] ;     /* 0x00000a0000017a02 */
                                                              /* 0x000fe40000000f00 */
        /*0010*/                   EXIT ;                     /* 0x000000000000794d */
)");
  ASSERT_EQ(Code.size(), 2u);
  EXPECT_EQ(Code[0].Operands.size(), 2u);
  EXPECT_EQ(Code[1].Opcode, "EXIT");
}

/// Each as if it had been alone; what holds no distance stays as it is.
TEST(SassReader, FunctionsOneBehindAnother) {
  auto Functions = readSass(R"(
        /*0000*/                   BRA 0x10 ;
        /*0010*/                   EXIT ;
        /*0020*/                   BSSY B0, 0x40 ;
        /*0030*/              @!P0 BRA P1, 0x20 ;
        /*0040*/                   IADD3 R0, R0, 0x20, RZ ;
        /*0050*/                   CALL.ABS.NOINC 0x50 ;
        /*0060*/                   RET.REL.NODEC R2 0x20 ;
        /*0070*/                   NOP ;
)",
                            {0x20, 0x50, 0x20});
  ASSERT_EQ(Functions.size(), 3u);
  ASSERT_EQ(Functions[0].size(), 2u);
  EXPECT_EQ(Functions[0][0].Operands.back(), "0x10");
  const auto &Second = Functions[1];
  ASSERT_EQ(Second.size(), 5u);
  EXPECT_EQ(Second[0].Address, 0u);
  EXPECT_EQ(Second[4].Address, 0x40u);
  EXPECT_EQ(Second[0].Operands, (std::vector<std::string>{"B0", "0x20"}));
  EXPECT_EQ(Second[1].Operands, (std::vector<std::string>{"P1", "0x0"}));
  EXPECT_EQ(Second[2].Operands[2], "0x20");
  EXPECT_EQ(Second[3].Operands.back(), "0x50");
  EXPECT_EQ(Second[4].Operands.back(), "R2 0x0");
  ASSERT_EQ(Functions[2].size(), 1u);
  EXPECT_EQ(Functions[2][0].Address, 0u);
}

TEST(SassReader, NothingToRead) {
  EXPECT_TRUE(readSass("").empty());
  EXPECT_TRUE(readSass("nvdisasm fatal   : no such file\n").empty());
}

} // namespace
} // namespace pipeline_rewrite
