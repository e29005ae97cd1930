// An assert in one statement with a load would be asked a tile early.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __PRETTY_FUNCTION__))

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [side-effect-in-loads]
__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 64; i += 32) {
      assert(k + i < n + 64);
      As[i] = A[k + i];
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
