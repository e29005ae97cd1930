// The register of a value would need a type that only the block around the load knows.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [nested-declaration]
  for (int k = 0; k < N; k += 64) {
    {
      const int i = threadIdx.x;
      struct Part { float v; };
      Part part = *reinterpret_cast<const Part *>(&A[k + i]);
      As[i] = part.v;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
