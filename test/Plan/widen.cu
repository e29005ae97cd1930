// What is widened is said of each tile, and makes cp.async worth while.
// RUN: %pipeline-rewrite %s %builtin --print=plan | FileCheck %s --check-prefix=OFF
// RUN: %pipeline-rewrite %s %builtin --widen --print=plan | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --widen --variant=ldg --print=plan | FileCheck %s --check-prefix=LDG
// RUN: %pipeline-rewrite %s %builtin --widen --variant=cpasync --kernel=widths --print=plan | FileCheck %s --check-prefix=CPASYNC
// RUN: %pipeline-rewrite %s %builtin --widen --arch=sm_75 --print=plan | FileCheck %s --check-prefix=OLD

// OFF: plan form=ldg shape
// OFF-NOT: widened
// CHECK: plan form=mixed shape
// CHECK: tile As copy=async16 stages=2 align=16 wide
// CHECK: tile Bs copy=async16 stages=2 wide
// CHECK: tile Ds copy=register stages=2
// CHECK: because 'As' is a raw copy of 16 bytes a time: cp.async
// CHECK: because 'As' is widened: a thread copies 4 neighbours of its copy loop, which lie side by side in the tile and in the source; one by one where they are not aligned to 16 bytes, and the loop stays where its block or its rows do not fit
// CHECK: because 'Bs' is widened: a thread copies 2 neighbours of its copy loop, which lie side by side in the tile and in the source; one by one where they are not aligned to 16 bytes{{$}}
// CHECK: because 'Ds' is not widened: it goes through registers
// LDG: because 'As' is not widened: it goes through registers
// OLD: plan form=ldg shape
__global__ void three(const float *__restrict__ A, const double *__restrict__ B,
                      const float *__restrict__ D, float *__restrict__ C, int N) {
  __shared__ float As[8][64];
  __shared__ __align__(16) double Bs[256];
  __shared__ float Ds[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 512) {
    for (int i = threadIdx.x; i < 512; i += 64)
      As[i / 64][i % 64] = A[k + i];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
      Bs[i] = B[k / 2 + i];
    Ds[threadIdx.x] = D[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[threadIdx.x & 7][i] * Ds[i] + Bs[threadIdx.x ^ i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Instances that chunks do not fit keep the others from being widened, for
// there is one text; a type that differs keeps all.
// CPASYNC: because 'As' is not widened: its copy loop has 126 elements, which chunks of 4 do not divide
template <int W>
__global__ void widths(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[2][W];
  float sum = 0.0f;
  for (int k = 0; k < N; k += W) {
    for (int i = threadIdx.x; i < 2 * W; i += 64)
      As[i / W][i % W] = A[k + i];
    __syncthreads();
    for (int i = 0; i < W; ++i)
      sum += As[i & 1][threadIdx.x ^ i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void widths<64>(const float *, float *, int);
template __global__ void widths<63>(const float *, float *, int);
