// Rows of 32 words are read across.
// RUN: %pipeline-rewrite %s %builtin --layout=pad --variant=none --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void rows_across(const float *__restrict__ A, float *__restrict__ C, int n) {
// CHECK: :[[@LINE+1]]:20: remark: rows of 'As' padded by 1 element, in 'rows_across'
  __shared__ float As[8][32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    for (int r = 0; r < 8; ++r)
      As[r][threadIdx.x] = A[k + 32 * r + threadIdx.x];
    __syncthreads();
    for (int c = 0; c < 32; ++c)
      sum += As[threadIdx.x % 8][c];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int n) { rows_across<<<1, 32>>>(A, C, n); }
