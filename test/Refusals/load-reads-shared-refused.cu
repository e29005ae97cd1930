// The index of a load is read from shared memory that the computation of the
// tile before wrote.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int offset;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [load-reads-shared]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[offset + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    offset = k;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
