// 257 operations for each byte: 2056 on the 8 bytes that a thread loads.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__device__ float step(float sum, float x) { return sum * x + x; }

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[2][64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loop does 257 operations for each byte that it loads, so that its loads take next to none of its time (from 256 on) [nothing-to-gain]
  for (int k = 0; k < N; k += 128) {
    As[0][threadIdx.x] = A[k + threadIdx.x];
    As[1][threadIdx.x] = A[k + 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 1028; ++i)
      sum = step(sum, As[i % 2][i % 64]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A variant that was asked for, or another ratio, and it is rewritten.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --check-prefix=ASKED
// RUN: %pipeline-rewrite %s %builtin --ratio=8.5 2>&1 >/dev/null | FileCheck %s --check-prefix=ASKED
// ASKED: remark: rewritten: ldg, 2 stages
