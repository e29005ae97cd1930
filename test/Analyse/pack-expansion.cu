// The nearest accepted neighbours of pack-expansion-refused.cu: in the computation, where more of the statement follows.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --epilogue=peel -o %t.cu -- -std=c++17 2>&1 | FileCheck %s
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -std=c++17 2>&1 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-3: equal
// SAME-NOT: different

__device__ int mixed(int a, int b) { return a * 3 + b; }

template <int... N> __global__ void arguments(const int *A, int *C, int n) {
  __shared__ int tile[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum = sum * 31 + mixed(tile[(threadIdx.x + N) & 63]...);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void arguments<1, 2>(const int *, int *, int);

template <int... N> __global__ void in_braces(const int *A, int *C, int n) {
  __shared__ int tile[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 4; ++i) {
      ((sum = sum * 31 + tile[(threadIdx.x + N + i) & 63]), ...);
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void in_braces<1, 2>(const int *, int *, int);

// The statement, and the loop's condition, end with a fold expression.
template <class... T> __global__ void at_end(const int *A, int *C, int n, T... more) {
  __shared__ int tile[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < n + (more + ... + 0); k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum = sum * 31 + tile[(threadIdx.x + i) & 63] * (more + ... + 0);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void at_end<int, int>(const int *, int *, int, int, int);
