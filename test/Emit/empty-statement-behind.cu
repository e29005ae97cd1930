// An empty statement behind the loop is no other code.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT --implicit-check-not=warning: < %t.report
// REPORT: executed: {{.*}}, equal

// CHECK: {{^}}  };
// CHECK: // Epilogue
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  };
  C[threadIdx.x] = sum;
}
