// A header that is not found may have a function of the same name in the kernel's own namespace, or a specialisation, and
// that may write memory of the file.
// ACCEPTED: nearer-name.cu
// RUN: %pipeline-rewrite %s %builtin -- -I%S/Inputs/builds 2>&1 >/dev/null | FileCheck %s

__device__ int table[4096];
__device__ int same(int x) { return x; }
template <class T> struct Op {
  static __device__ T same(T x) { return x; }
};
template <class T> struct Sizes {
  static constexpr int Part = 64;
};
constexpr int part = 64;
#include "nearer.h"

struct Plain {
  static __device__ int same(int x) { return x; }
};
namespace nearer {
__global__ void by_namespace(int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'same', which may write 'table', which the loads read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = table[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    sum += same(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void by_specialisation(int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'same', which may write 'table', which the loads read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = table[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    sum += Op<int>::same(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void constant(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 1;
  As[threadIdx.x] = threadIdx.x;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < N; k += part) {
    if (threadIdx.x < part)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace nearer

__global__ void member(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 1;
  As[threadIdx.x] = threadIdx.x;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < N; k += Sizes<int>::Part) {
    if (threadIdx.x < Sizes<int>::Part)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
namespace nearer {
__global__ void by_class(int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'same', which may write 'table', which the loads read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = table[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    sum += Plain::same(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace nearer
void run(const int *A, int *C) {
  nearer::by_class<<<1, 64>>>(C, 512);
  nearer::constant<<<1, 64>>>(A, C, 512);
  member<<<1, 64>>>(A, C, 512);
}
