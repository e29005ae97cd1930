// A parameter pack that is expanded in the loads: one text stands for several expressions of the
// tree, none of which can be taken out of it.
// ACCEPTED: pack-expansion.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --epilogue=peel -- -std=c++17 2>&1 >/dev/null | FileCheck %s

__device__ int mixed(int a, int b) { return a * 3 + b; }

template <int... N> __global__ void folded(const int *A, int *C, int n) {
  __shared__ int tile[64];
  int sum = 0;
// CHECK: :[[@LINE+2]]:3: warning: loop left alone: a parameter pack is expanded around one of its loads [unknown-construct]
// CHECK-NEXT: :[[@LINE+2]]:25: note: here
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = (A[k + threadIdx.x + N] + ...);
    __syncthreads();
    sum = sum * 31 + tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void folded<1, 2>(const int *, int *, int);

template <int... N> __global__ void arguments(const int *A, int *C, int n) {
  __shared__ int tile[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a parameter pack is expanded around one of its loads [unknown-construct]
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = mixed(A[k + threadIdx.x + N]...);
    __syncthreads();
    sum = sum * 31 + tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void arguments<1, 2>(const int *, int *, int);
