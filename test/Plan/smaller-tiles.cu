// Where two buffers do not fit, what would fit is said: of each name in the
// tiles' extents, the greatest half.
// RUN: %pipeline-rewrite %s %builtin --kernel=gemm --print=plan 2>&1 | FileCheck %s
// CHECK: because one buffer, because gemm<128, 32> on sm_86 would need 65 KB of static shared memory per block; the limit is 48 KB; with ROWS = 64 (now 128), or BK = 16 (now 32), 2 stages would fit
// RUN: %pipeline-rewrite %s %builtin --kernel=alone --arch=sm_75 --print=plan 2>&1 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: because one buffer, because alone on sm_75 would drop from 3 to 1 block per SM (36 KB per block; the cliff is at {{.*}} KB); with TILE = 2304 (now 4608), 2 stages would fit
// Numbers have no name that one could change.
// RUN: %pipeline-rewrite %s %builtin --kernel=numbers --print=plan 2>&1 | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: the limit is 48 KB; it stays static, because no launch of it is in this file{{$}}
#define ROWS BM

template <int BM, int BK>
__global__ void __launch_bounds__(256) gemm(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[ROWS][BK], Bs[BK][ROWS + 4];
  float sum = 0.0f;
  for (int k = 0; k < N; k += BM * BK) {
    for (int i = threadIdx.x; i < BM * BK; i += 256) {
      As[i / BK][i % BK] = A[k + i];
      Bs[i / BM][i % BM] = A[k + i];
    }
    __syncthreads();
    sum += As[threadIdx.x % BM][0] + Bs[0][threadIdx.x % BM];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void gemm<128, 32>(const float *, float *, int);

constexpr int TILE = 4608;
__global__ void alone(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[TILE];
  float sum = 0.0f;
  for (int k = 0; k < N; k += TILE) {
    for (int i = threadIdx.x; i < TILE; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    sum += As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void numbers(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[8192];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 8192) {
    for (int i = threadIdx.x; i < 8192; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    sum += As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
