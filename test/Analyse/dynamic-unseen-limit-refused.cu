// A pointer to the kernel may be what its limit is lowered by: then a launch that
// gives more would fail.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: dynamic-unseen.cu

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: warning: loop left alone: {{.*}} and it cannot be edited: 'sums' is named where no launch is seen [dynamic-shared-memory]
// CHECK-NEXT: :[[@LINE+13]]:19: note: here
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N) {
  sums<<<1, 64, 256>>>(A, C, N);
  auto *kernel = &sums;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 256);
}
