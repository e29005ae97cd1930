// A structured binding that loads and computation both read: its names are those of no register, so what it takes apart
// waits, and the next tile's stores declare it again.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate -o %t.cu -- -std=c++17
// RUN: FileCheck %s < %t.cu
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -std=c++17 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --epilogue=peel -o %t.peel.cu -- -std=c++17
// RUN: %build/bin/pipeline-rewrite prove %s %t.peel.cu --cuda-path=builtin -- -std=c++17 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: equal:

struct Pair {
  float first, second;
};

__device__ Pair pairAt(const float *A, int i) { return {A[i], A[i] * 0.5f}; }

// CHECK: [[NEXT:[A-Za-z]+]] = pairAt(A, kNext + threadIdx.x);
// CHECK: auto [first, second] = [[NEXT]];
// CHECK-NEXT: As[stage ^ 1][threadIdx.x] = first;
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    auto [first, second] = pairAt(A, k + threadIdx.x);
    As[threadIdx.x] = first;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] + second;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
