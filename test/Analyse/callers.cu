// Every call passes global memory, and no other file can call the function.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

template <class T> __device__ float summed(const T *A, int N) {
  extern __shared__ T tile[];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  return sum;
}

__global__ void both(const float *A, const float *B, float *C, int N) {
  C[threadIdx.x] = summed(A, N);
  C[threadIdx.x] += summed(B + 64 * blockIdx.x, 64);
}
