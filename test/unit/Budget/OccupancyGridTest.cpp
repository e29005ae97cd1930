//===- OccupancyGridTest.cpp - The budget against NVIDIA's calculator -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes cuda_occupancy.h from the installed toolkit; its licence forbids
// shipping it. Skipped by name where there is none.
//===----------------------------------------------------------------------===//
#include "Budget/Budget.h"
#include "gtest/gtest.h"

#ifdef PR_OCCUPANCY_HEADER
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include PR_OCCUPANCY_HEADER
#pragma GCC diagnostic pop
#endif

namespace pipeline_rewrite {
void PrintTo(const Architecture &Arch, std::ostream *Out) {
  *Out << Arch.Name.str();
}

namespace {

#ifdef PR_OCCUPANCY_HEADER

cudaOccDeviceProp deviceOf(const Architecture &Arch) {
  cudaOccDeviceProp Device;
  Device.computeMajor = Arch.Major;
  Device.computeMinor = Arch.Minor;
  Device.maxThreadsPerBlock = 1024;
  Device.maxThreadsPerMultiprocessor = Arch.MaxThreadsPerSM;
  Device.regsPerBlock = Arch.RegistersPerSM;
  Device.regsPerMultiprocessor = Arch.RegistersPerSM;
  Device.warpSize = 32;
  Device.sharedMemPerBlock = Arch.StaticBytesPerBlock;
  Device.sharedMemPerMultiprocessor = Arch.SharedBytesPerSM;
  Device.numSms = 1;
  Device.sharedMemPerBlockOptin = Arch.OptinBytesPerBlock;
  Device.reservedSharedMemPerBlock = Arch.ReservedBytesPerBlock;
  return Device;
}

/// Next to none: they limit nothing.
constexpr int FewRegisters = 8;

/// Blocks per SM; -1 on an error.
int blocksOf(const Architecture &Arch, size_t Static, size_t Dynamic,
             int Threads, int Registers = FewRegisters) {
  cudaOccDeviceProp Device = deviceOf(Arch);
  cudaOccFuncAttributes Kernel;
  Kernel.maxThreadsPerBlock = 1024;
  Kernel.numRegs = Registers;
  Kernel.sharedSizeBytes = Static;
  Kernel.partitionedGCConfig = PARTITIONED_GC_OFF;
  Kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  Kernel.maxDynamicSharedSizeBytes = Arch.OptinBytesPerBlock - Static;
  cudaOccDeviceState State;
  State.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
  cudaOccResult Result;
  if (cudaOccMaxActiveBlocksPerMultiprocessor(&Result, &Device, &Kernel, &State,
                                              Threads,
                                              Dynamic) != CUDA_OCC_SUCCESS)
    return -1;
  return Result.activeBlocksPerMultiprocessor;
}

int ourBlocks(const Architecture &Arch, size_t Static, size_t Dynamic,
              int Threads) {
  SharedMemoryUse Use;
  Use.OtherStaticBytes = Static;
  Use.DynamicBytes = Dynamic;
  Use.ThreadsPerBlock = Threads;
  return computeBudget(Use, 2, Arch).BlocksBefore;
}

constexpr int ThreadCounts[] = {1,   32,  33,  64,  96,  128, 160,
                                256, 257, 384, 512, 768, 1024};

class OccupancyGrid : public testing::TestWithParam<Architecture> {};

TEST_P(OccupancyGrid, StaticBytes) {
  const Architecture &Arch = GetParam();
  for (int Threads : ThreadCounts)
    for (size_t Bytes = 0; Bytes <= Arch.StaticBytesPerBlock; Bytes += 96)
      ASSERT_EQ(ourBlocks(Arch, Bytes, 0, Threads),
                blocksOf(Arch, Bytes, 0, Threads))
          << Bytes << " bytes, " << Threads << " threads";
}

TEST_P(OccupancyGrid, DynamicBytesUpToTheOptInLimit) {
  const Architecture &Arch = GetParam();
  for (size_t Bytes = Arch.StaticBytesPerBlock;
       Bytes <= Arch.OptinBytesPerBlock; Bytes += 96)
    ASSERT_EQ(ourBlocks(Arch, 0, Bytes, 128), blocksOf(Arch, 0, Bytes, 128))
        << Bytes;
}

TEST_P(OccupancyGrid, Registers) {
  const Architecture &Arch = GetParam();
  for (int Threads = 1; Threads <= 1024; Threads += 31)
    for (int Registers = 1; Registers <= 255; ++Registers)
      for (size_t Bytes : {0, 8192, 40000})
        ASSERT_EQ(static_cast<int>(
                      residentBlocks({static_cast<unsigned>(Threads),
                                      static_cast<unsigned>(Registers), Bytes},
                                     Arch)),
                  blocksOf(Arch, Bytes, 0, Threads, Registers))
            << Threads << " threads, " << Registers << " registers, " << Bytes
            << " bytes";
}

TEST_P(OccupancyGrid, TheCliffIsWhereABlockIsLost) {
  const Architecture &Arch = GetParam();
  for (size_t Bytes = 1024; Bytes <= Arch.StaticBytesPerBlock; Bytes += 1024) {
    SharedMemoryUse Use;
    Use.OtherStaticBytes = Bytes;
    Use.ThreadsPerBlock = 64;
    BudgetRow Row = computeBudget(Use, 2, Arch);
    int Before = Row.BlocksBefore;
    EXPECT_EQ(blocksOf(Arch, 0, Row.Cliff, 64), Before) << Bytes;
    if (Row.Cliff < Arch.OptinBytesPerBlock) {
      EXPECT_LT(blocksOf(Arch, 0, Row.Cliff + 1, 64), Before) << Bytes;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, OccupancyGrid,
                         testing::ValuesIn(allArchitectures()),
                         [](const testing::TestParamInfo<Architecture> &Info) {
                           return Info.param.Name.str();
                         });

#else

TEST(OccupancyGrid, AgainstTheToolkit) {
  GTEST_SKIP() << "no cuda_occupancy.h here";
}

#endif

} // namespace
} // namespace pipeline_rewrite
