// Host functions are not looked at, even if they look like kernels.
// RUN: %pipeline-rewrite %s %builtin --print=matches 2>/dev/null | FileCheck %s --allow-empty
// CHECK-NOT: loop {{[0-9]}}

void __syncthreads_for_host();
void host(const float *A, float *C, int N) {
  for (int k = 0; k < N; ++k) {
    C[k] = A[k];
    __syncthreads_for_host();
  }
}
