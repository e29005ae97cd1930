//===- ArchitectureTest.cpp - Limits of each compute capability -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Budget/Architecture.h"
#include "Options/Copies.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

TEST(Architecture, EverySpelling) {
  for (const char *Name :
       {"sm_90", "sm_90a", "compute_90", "compute_90a", "90", "90a"}) {
    ASSERT_TRUE(findArchitecture(Name)) << Name;
    EXPECT_EQ(findArchitecture(Name)->Name, "sm_90");
  }
  EXPECT_EQ(findArchitecture("sm_120f")->Name, "sm_120");
}

TEST(Architecture, Unknown) {
  for (const char *Name :
       {"", "sm_", "sm_9", "sm_900", "sm_99", "sm_90b", "native", "a90"})
    EXPECT_FALSE(findArchitecture(Name)) << Name;
}

TEST(Architecture, AllThirteen) {
  for (const char *Name :
       {"sm_70", "sm_72", "sm_75", "sm_80", "sm_86", "sm_87", "sm_89", "sm_90",
        "sm_100", "sm_103", "sm_110", "sm_120", "sm_121"})
    EXPECT_TRUE(findArchitecture(Name)) << Name;
  EXPECT_EQ(allArchitectures().size(), 13u);
}

TEST(Architecture, RowsAreConsistent) {
  for (const Architecture &Arch : allArchitectures()) {
    std::string Name = Arch.Name.str();
    EXPECT_EQ(Arch.Name.drop_front(3),
              std::to_string(Arch.Major * 10 + Arch.Minor));
    EXPECT_EQ(Arch.OptinBytesPerBlock,
              Arch.SharedBytesPerSM - Arch.ReservedBytesPerBlock)
        << Name;
    EXPECT_EQ(anyHasAsyncCopy({Name}), Arch.Major >= 8) << Name;
    EXPECT_EQ(Arch.ReservedBytesPerBlock, Arch.Major >= 8 ? 1024u : 0u) << Name;
    EXPECT_EQ(Arch.StaticBytesPerBlock, 48u * 1024) << Name;
  }
}

} // namespace
} // namespace pipeline_rewrite
