// The barrier between loads and computation does something of its own, as often as there are tiles.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__device__ void sync(int) { __syncthreads(); }

__global__ void counted(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  int passed = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}[
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    sync(passed++);
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + passed;
}
