// What stands in `do … while (0)` is more than a barrier, or another one in another instance. None is left alone without a word.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

#define FENCED() do { __syncthreads(); __threadfence(); } while (0)
#define MAYBE() do { if (N > 64) __syncthreads(); } while (0)
#define LEFT() do { if (N > 64) break; __syncthreads(); } while (0)
__global__ void fenced(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    FENCED();
    sum += As[63 - threadIdx.x];
    FENCED();
  }
  C[threadIdx.x] = sum;
}

__global__ void conditional(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    MAYBE();
    sum += As[63 - threadIdx.x];
    MAYBE();
  }
  C[threadIdx.x] = sum;
}

__global__ void left(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    LEFT();
    sum += As[63 - threadIdx.x];
    LEFT();
  }
  C[threadIdx.x] = sum;
}

template <int Threads> __global__ void chosen(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: its barriers may be unlike each other in another instance [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    do { if constexpr (Threads > 32) __syncthreads(); else __syncwarp(); } while (0);
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void chosen<64>(const float *, float *, int);
// CHECK: 4 loops: 0 rewritten
