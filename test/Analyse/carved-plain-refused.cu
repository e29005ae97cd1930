// Two pointers into one shared array: nothing says that they are distinct
// parts, and what one of them reaches is used behind the last barrier.
// ACCEPTED: carved-restrict.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *A, float *__restrict__ C, int N) {
  extern __shared__ float buffer[];
  float *tile = buffer, *sum = buffer + 64;
  sum[threadIdx.x] = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'sum', which cannot be told apart from what the loads fill in 'buffer', is used after the last barrier, {{.*}} [missing-barrier]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    float v = tile[63 - threadIdx.x];
    __syncthreads();
    sum[threadIdx.x] += v;
  }
  C[threadIdx.x] = sum[threadIdx.x];
}
