// The budget knows the block's size from the launches in view, however the
// dimensions are spelled.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

#include <cuda_runtime.h>

template <int N>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float more[];
  __shared__ float As[N];
  float sum = 0;
  for (int k = 0; k < K; k += N) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + more[0];
}

template <int N> void launch(const float *A, float *C, int K, int any) {
  const int rows = N / 32;
  int bytes = 4 * N;
  dim3 block(32, rows), grid{unsigned(K)};
  auto go = [&] { sums<N><<<grid, block, bytes>>>(A, C, K); };
  go();
}
template void launch<64>(const float *, float *, int, int);

void others(const float *A, float *C, int K, int any) {
  // Of several launches the largest.
  sums<128><<<K, 64>>>(A, C, K);
  sums<128><<<K, dim3{16, 4, 2}>>>(A, C, K);
  // One that is open leaves it open.
  sums<256><<<K, 128>>>(A, C, K);
  sums<256><<<K, any>>>(A, C, K);
  // A variable that changes.
  dim3 block(512);
  block.y = any;
  sums<512><<<K, block>>>(A, C, K);
  void *arguments[] = {&A, &C, &K};
  dim3 eight(8), sixteen(16 * eight.x, eight.x);
  cudaLaunchKernel(sums<1024>, dim3(K), sixteen, arguments, 2 * sizeof(float), 0);
}

// CHECK: sums<64>, 64 threads per block
// CHECK: dynamic 256 B
// CHECK: sums<128>, 128 threads per block
// CHECK-NOT: dynamic
// CHECK: sums<256>, threads per block unknown
// CHECK: sums<512>, threads per block unknown
// CHECK: sums<1024>, 1024 threads per block
// CHECK: dynamic 8 B

// The user knows better, for the file or for a loop.
// RUN: %pipeline-rewrite %s %builtin --block=16,8 --dynamic-smem=1000 2>&1 >/dev/null | FileCheck %s --check-prefix=GIVEN
// GIVEN: sums<64>, 128 threads per block
// GIVEN: dynamic 1000 B
// GIVEN: sums<512>, 128 threads per block
// RUN: sed 's,^  for (int k = 0,  // pipeline-rewrite: block=96\n&,' %s > %t.cu
// RUN: %pipeline-rewrite %t.cu %builtin --block=16,8 2>&1 >/dev/null | FileCheck %s --check-prefix=COMMENT
// COMMENT: sums<64>, 96 threads per block
// RUN: not %pipeline-rewrite %s %builtin --block=32,33 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: --block: expected X, X,Y or X,Y,Z with 1 to 1024 threads in all
// RUN: not %pipeline-rewrite %s %builtin --dynamic-smem=much 2>&1 | FileCheck %s --check-prefix=MUCH
// MUCH: error: --dynamic-smem: 'much' is not a number of bytes
