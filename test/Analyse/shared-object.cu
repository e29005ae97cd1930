// A shared object whose type has a constructor: nvcc takes it and runs none.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=ldg -o %t 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=TEXT %s < %t
// CHECK: shared-object.cu:[[#@LINE+23]]:3: remark: rewritten: ldg{{.*}} in 'sums'
// CHECK: run executed: {{.*}}, equal
// CHECK: shared-object.cu:[[#@LINE+41]]:3: remark: rewritten: ldg{{.*}} in 'pairs'
// CHECK: run executed: {{.*}}, equal
// CHECK: 2 loops: 2 rewritten
// TEXT: __shared__ cuda::barrier<cuda::thread_scope_block> bar;
// TEXT: static __shared__ Counter counts[2], *last;
// TEXT: __shared__ Pair As[2][64];
#include <cuda/barrier>

struct Counter {
  int V;
  __device__ Counter() : V(0) {}
};

template <int T>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  static __shared__ Counter counts[2], *last;
  __shared__ float As[T];
  if (threadIdx.x == 0)
    last = &counts[1];
  float sum = 0.0f;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.x % T] = A[k + threadIdx.x % T];
    __syncthreads();
    sum += As[T - 1 - threadIdx.x % T];
    __syncthreads();
  }
  if (N < 0)
    bar.arrive_and_wait();
  C[threadIdx.x] = sum;
}
template __global__ void sums<64>(const float *, float *, int);

struct Pair {
  float First, Second;
  __device__ Pair() : First(0), Second(0) {}
};

__global__ void pairs(const Pair *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Pair As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x % 64] = A[k + threadIdx.x % 64];
    __syncthreads();
    sum += As[63 - threadIdx.x % 64].First;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
