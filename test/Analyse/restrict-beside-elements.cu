// Pointers that are __restrict__ in every build, which may give their elements another type.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off --variant=ldg --verify=kernels 2>&1 >/dev/null -- -DREAL=float | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --alias-check=off --variant=ldg --verify=kernels 2>&1 >/dev/null -- -DREAL=double -D_WIDE_ | FileCheck %s --implicit-check-not=warning:

#ifdef _WIDE_
typedef double real;
#else
typedef float real;
#endif
typedef real *__restrict__ Out;
using In = const real *__restrict__;

// CHECK: remark: rewritten: {{.*}} in 'by_alias'
__global__ void by_alias(In A, Out C, int N) {
  __shared__ real As[64];
  real sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
// CHECK: remark: rewritten: {{.*}} in 'by_macro'
__global__ void by_macro(const REAL *__restrict__ A, REAL *__restrict__ C, int N) {
  __shared__ REAL As[64];
  REAL sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
// CHECK: executed: {{.*}}, equal
void run(real *A, real *C, REAL *D, REAL *E, int N) {
  by_alias<<<1, 64>>>(A, C, N);
  by_macro<<<1, 64>>>(D, E, N);
}
