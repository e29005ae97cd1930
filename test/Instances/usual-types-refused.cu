// A type that is no number in the pattern's eyes: none of the usual ones does.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: usual-types.cu

template <typename T>
__global__ void sums(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[32];
  T sum = T();
// CHECK: :[[@LINE+2]]:3: warning: loop left alone: nothing instantiates 'sums', and not every parameter has a default [template-not-instantiated]
// CHECK: Name an instance, with values for the parameters: --instantiate='sums<T>'.
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum.x += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A number and a type: no value is guessed for the number.
template <typename T, int BK>
__global__ void two(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[BK];
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: nothing instantiates 'two', {{.*}} [template-not-instantiated]
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
