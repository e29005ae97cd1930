// In a kernel that a macro begins, a name that would mean another thing where
// it lands is found as anywhere else.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s
#define KERNEL(NAME, T) static __global__ void NAME(const T *__restrict__ A, T *__restrict__ C, int n) {
KERNEL(sums, float)
  __shared__ float s[64];
  float sum = 0.0f;
  const int at = threadIdx.x;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [meaning-changes]
  for (int k = 0; k < n; k += 64) {
    s[at] = A[k + at];
    __syncthreads();
    const float at = s[63 - threadIdx.x];
    sum += at;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
