// The name of the function stands in code that was seen, for another instance,
// an overload, a variable: these are no calls of it.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// CHECK: remark: rewritten: ldg-single
template <class T> __device__ T sums(const T *A, int n) {
  extern __shared__ double raw[];
  T *s = reinterpret_cast<T *>(raw);
  T sum = 0;
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  return sum;
}
__device__ float sums(float x) { return 2 * x; }
struct Kept {
  float sums;
};
static __global__ void both(const float *__restrict__ A, const double *__restrict__ B, float *__restrict__ C, int n) {
  C[threadIdx.x] = sums(sums<float>(A, n)) + sums<double>(B, n);
}
static __global__ void other(float *C) {
  float sums = C[0];
  Kept kept{sums};
  C[1] = kept.sums;
}
void launch(const float *A, const double *B, float *C, int n) {
  both<<<1, 64, 512>>>(A, B, C, n);
  other<<<1, 1>>>(C);
}
