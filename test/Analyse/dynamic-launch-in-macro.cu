// What a macro gives cannot be edited, and stays beside a launch that can.
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

#define LAUNCH(kernel) kernel<<<1, 64, 256>>>

void host(float *A, float *C, int N, size_t bytes) {
// CHECK: sums<<<1, 64, 512>>>
// CHECK-NEXT: LAUNCH(sums)
  sums<<<1, 64, 256>>>(A, C, N);
  LAUNCH(sums)(A, C, N);
}
