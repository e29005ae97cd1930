// A type of the usual sizes for which a function that is called has no definition makes no instance.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s

template <class T> __device__ T inverse(T x);
template <> __device__ float inverse(float x) { return 1 / x; }
template <> __device__ double inverse(double x) { return 1 / x; }

template <class T> __global__ void inverses(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[32];
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += inverse(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: assumes  inverses<float>, inverses<double>: types of usual sizes; no file names others
// CHECK: note: instance 'inverses<unsigned short>' is not looked at: 'inverse' is not defined for it
