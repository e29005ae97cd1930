// The nearest accepted neighbours of nearer-name-refused.cu: the loads read what the kernel is given; the name is asked for
// with its namespace, or found in the kernel's; a library's header specialises nothing of the program's.
// RUN: %pipeline-rewrite %s %builtin -o %t.cu 2>&1 | FileCheck %s --implicit-check-not='loop left alone' --implicit-check-not=single
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin 2>&1 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-4: equal:

__device__ int table[4096];
__device__ int same(int x) { return x; }
constexpr int part = 64;
template <class T> struct Op {
  static __device__ T same(T x) { return x; }
};
#include <cub/cub.cuh>

// CHECK: :[[@LINE+4]]:3: remark: rewritten:
__global__ void own(int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 1;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = table[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    sum += same(sum) + Op<int>::same(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifdef MORE
#include "nearer.h"
#endif
struct Plain {
  static __device__ int same(int x) { return x; }
};
namespace nearer {
// CHECK: :[[@LINE+4]]:3: remark: rewritten:
__global__ void given(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 1;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    sum += same(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: :[[@LINE+4]]:3: remark: rewritten:
__global__ void asked(int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 1;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = table[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    sum += ::same(sum) + ::Plain::same(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: :[[@LINE+6]]:3: remark: rewritten: ldg, 2 stages,
__global__ void constant(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 1;
  As[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int k = 0; k < N; k += ::part) {
    if (threadIdx.x < ::part)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace nearer
void run(const int *A, int *C) {
  own<<<1, 64>>>(C, 512);
  nearer::given<<<1, 64>>>(A, C, 512);
  nearer::asked<<<1, 64>>>(C, 512);
  nearer::constant<<<1, 64>>>(A, C, 512);
}
