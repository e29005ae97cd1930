// What brings an error may be a function that the kernel calls, for one of the
// types: this instance is left out, and one with an error of its own is, too.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

template <typename T> __device__ T weighed(T x) {
  static_assert(sizeof(T) > 2, "a word at least");
  return x * x;
}

template <typename T>
__global__ void sums(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[32];
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += weighed(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: assumes  sums<float>, sums<double>: types of usual sizes; no file names others
// CHECK: run      executed: {{[0-9]+}} launches, 0 to {{[2-9]}} tiles, 2 schedules, equal

template <typename T>
__global__ void sizes(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[32];
  static_assert(sizeof(T) < 8, "a word at most");
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: assumes  sizes<float>, sizes<unsigned short>: types of usual sizes
// CHECK-DAG: note: instance 'sums<unsigned short>' is not looked at: static assertion failed{{.*}}a word at least
// CHECK-DAG: note: instance 'sizes<double>' is not looked at: static assertion failed{{.*}}a word at most
