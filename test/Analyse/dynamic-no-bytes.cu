// A launch that gives no dynamic memory must not begin to use it, beside one that is edited.
// RUN: %pipeline-rewrite %s %builtin -o - 2>/dev/null | %strip | FileCheck %s

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: if (sharedBytes >= 512
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
// CHECK: sums<<<1, 64, 512>>>
// CHECK-NEXT: sums<<<1, 64>>>
  sums<<<1, 64, 256>>>(A, C, N);
  sums<<<1, 64>>>(A, C, N);
}
