// No load may be moved ahead of an acquiring one.
// ACCEPTED: acquire.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

extern __device__ int ready[64];

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [memory-fence]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += __atomic_load_n(&ready[k / 64], __ATOMIC_ACQUIRE);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
