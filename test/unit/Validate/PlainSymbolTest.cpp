//===- PlainSymbolTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/KernelSymbol.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

TEST(PlainSymbol, SaysNothingOfTheFile) {
  EXPECT_EQ(plainSymbol("_Z4sumsPf"), "_Z4sumsPf");
  EXPECT_EQ(
      plainSymbol("_ZN41_GLOBAL__N__98e4fd49_10__aaaa_x_cu__Z1rPf4anonEPf"),
      "_ZN12_GLOBAL__N_14anonEPf");
  // The number of a process, before a name that starts with a digit's length.
  EXPECT_EQ(
      plainSymbol(
          "_ZN48_GLOBAL__N__2e606290_10__cccc_x_cu_28152eb8_58724anonEPf"),
      "_ZN12_GLOBAL__N_14anonEPf");
  EXPECT_EQ(plainSymbol("__nv_static_30__98e4fd49_10__aaaa_x_cu__Z1rPf_"
                        "_ZN41_GLOBAL__N__98e4fd49_10__aaaa_x_cu__Z1rPf3tplILi2"
                        "EEEvPf"),
            "_ZN12_GLOBAL__N_13tplILi2EEEvPf");
  // Clang's own, and what only looks alike.
  EXPECT_EQ(plainSymbol("_ZN12_GLOBAL__N_14anonEPf"),
            "_ZN12_GLOBAL__N_14anonEPf");
  EXPECT_EQ(plainSymbol("_Z3_GLOBAL__N_"), "_Z3_GLOBAL__N_");
  EXPECT_EQ(plainSymbol("__nv_static_99_x"), "__nv_static_99_x");
}
