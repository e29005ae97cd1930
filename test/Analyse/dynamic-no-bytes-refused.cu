// A launch that gives no dynamic memory must not begin to use it, and there is no other.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK: cannot be edited: a launch gives it no dynamic shared memory
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N, size_t bytes) {
  sums<<<1, 64>>>(A, C, N);
}
