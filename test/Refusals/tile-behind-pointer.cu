// The function that holds the loop names the array.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float buffer[];
  float *tile = buffer;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A pointer to what the caller keeps in global memory, and no tile: each thread
// updates its own elements.
__device__ void scale(float *out, int N) {
  for (int k = 0; k < N; k += 64) {
    out[k + threadIdx.x] *= 2.0f;
    __syncthreads();
  }
}
