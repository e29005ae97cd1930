//===- SassReaderTest.cpp - A listing to instructions ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/SassReader.h"
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

TEST(SassReader, NothingToRead) {
  EXPECT_TRUE(readSass("").empty());
  EXPECT_TRUE(readSass("nvdisasm fatal   : no such file\n").empty());
}

} // namespace
} // namespace pipeline_rewrite
