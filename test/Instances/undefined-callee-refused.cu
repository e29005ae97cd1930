// No type has a definition of what is called.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: undefined-callee.cu

template <class T> __device__ T inverse(T x);

template <class T> __global__ void inverses(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[32];
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [template-not-instantiated]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += inverse(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
