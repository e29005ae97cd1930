// Functions and variables that macros make are compared by the macros' uses,
// arguments among them: nothing about them is new.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
#define TABLE(NAME, T) static const T NAME[2] = {T(1), T(2)};
#define ADD(NAME, T) \
  static __device__ T NAME(const T *a, int n) { \
    T sum = 0; \
    for (int i = 0; i < n; ++i) \
      sum += T(a[i]); \
    return sum; \
  }
#define HOLDER(NAME, T) \
  struct NAME { \
    T kept; \
    __device__ T twice() const { T t = kept; return t + t; } \
  };
#define START(T) static __device__ T half(T x) {
#define WHOLE(...) __VA_ARGS__
TABLE(table, double)
ADD(addFloats, float) ADD(addInts, int)
HOLDER(Holder, short)
START(float)
  float y = x;
  return y / 2;
}
WHOLE(static __device__ int one() { int i = 1; return i; } static __device__ int two() { int i = 2; return i; })

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed:
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = half(A[k + threadIdx.x]);
    __syncthreads();
    sum += addFloats(s, 64) + Holder{1}.twice() + one() + two();
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
