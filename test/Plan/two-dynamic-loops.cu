// Two loops on one dynamic array that both use all of it: none of them makes it grow, and the count of the buffers that
// fit ends.
// RUN: %pipeline-rewrite %s %builtin --edit-launches --verify=kernels 2>&1 >/dev/null | FileCheck %s
// CHECK-COUNT-2: remark: rewritten: ldg
__global__ void sums(const float *A, const float *B, float *C, int N, int K) {
  extern __shared__ float As[];
  int tx = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 64) {
    As[tx] = A[k + tx];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  for (int k = 0; k < N; k += 64) {
    As[tx] = B[k + tx];
    __syncthreads();
    sum += As[63 - tx];
    __syncthreads();
  }
  C[blockIdx.x * 64 + tx] = sum;
}
void run(const float *A, const float *B, float *C, int N, int K) { sums<<<2, 64, 256>>>(A, B, C, N, K); }
