// A macro's use that is given two loops is two loops; one that writes its
// argument twice has one text, which must suit both.
// RUN: %pipeline-rewrite %s %builtin --print=matches | FileCheck %s

#define PAIR(a, b) a b
#define TWICE(a) a a

__global__ void sums(const float *A, const float *B, float *C, int n) {
  __shared__ float tile[64];
  float sum = 0;
  // CHECK: loop [[@LINE+3]]:3 in sums in-macro instances=1 units=4 barriers=[1, 3]
  // CHECK: loop [[@LINE+2]]:3 in sums in-macro instances=1 units=5 barriers=[1, 4]
  // clang-format off
  PAIR(for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }, for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    sum -= tile[63 - threadIdx.x];
    sum *= sum;
    __syncthreads();
  })
  // CHECK: loop [[@LINE+1]]:3 in sums in-macro instances=2 units=4 barriers=[1, 3]
  TWICE(for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  })
  // CHECK-NOT: loop {{[0-9]}}
  C[threadIdx.x] = sum;
}
