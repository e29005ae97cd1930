// A barrier is added beside another; of a loop whose only one hangs on a condition nothing is repaired.
// RUN: %pipeline-rewrite %s %builtin --repair-barrier 2>&1 >/dev/null | FileCheck %s
// CHECK: loop left alone: {{.*}}[barrier-in-condition]
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int Tiles, int Start) {
  __shared__ float As[64];
  float sum = 0;
  for (int t = 0; t < Tiles; ++t) {
    As[threadIdx.x] = A[t * 64 + threadIdx.x];
    if (Start < int(threadIdx.x))
      __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * (i + threadIdx.x);
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}

// The nearest that is: one of its own, and one that lacks.
// CHECK: rewritten: {{.*}} in 'repaired'
__global__ void repaired(const float *__restrict__ A, float *__restrict__ C, int Tiles) {
  __shared__ float As[64];
  float sum = 0;
  for (int t = 0; t < Tiles; ++t) {
    As[threadIdx.x] = A[t * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * (i + threadIdx.x);
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}
