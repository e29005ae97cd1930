// A launch that needs more registers than a block has (class 38): fails with
// cudaErrorLaunchOutOfResources when the program carries machine code, from
// which the number is known.
// usage: registers          the kernel bounded by __launch_bounds__: runs
//        registers over     the unbounded one (exit status 97)
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstring>

/// Every value is loaded before the first is used, and used after the last.
__device__ void compute(const float *A, float *C) {
  float R[96];
#pragma unroll
  for (int I = 0; I < 96; ++I)
    R[I] = static_cast<const volatile float *>(A)[I];
  float Sum = 0;
#pragma unroll
  for (int I = 0; I < 96; ++I)
    Sum = Sum * R[95 - I] + R[I];
  C[threadIdx.x] = Sum;
}

__global__ void unbounded(const float *A, float *C) { compute(A, C); }
__global__ void __launch_bounds__(1024) bounded(const float *A, float *C) { compute(A, C); }

int main(int Argc, char **) {
  bool Over = Argc > 1;
  float *A, *C;
  cudaMalloc(&A, 96 * 4);
  cudaMalloc(&C, 1024 * 4);
  cudaMemset(A, 0, 96 * 4);
  auto Kernel = Over ? unbounded : bounded;
  cudaFuncAttributes F;
  cudaFuncGetAttributes(&F, Kernel);
  std::printf("%d registers\n", F.numRegs);
  int Blocks = -1;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, Kernel, 1024, 0);
  Kernel<<<1, 1024>>>(A, C);
  cudaError_t E = cudaGetLastError();
  if (!Over && (F.numRegs > 64 || Blocks < 1 || E != cudaSuccess))
    return 1;
  if (Over && (F.numRegs <= 64 || Blocks != 0 || E != cudaErrorLaunchOutOfResources))
    return 1;
  return cudaDeviceSynchronize() != cudaSuccess;
}
