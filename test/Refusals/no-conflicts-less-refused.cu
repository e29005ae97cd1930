// Rows are read along: no two lanes meet in a bank.
// RUN: %pipeline-rewrite %s %builtin --layout=pad --variant=none --verify=kernels 2>&1 >/dev/null | FileCheck %s

__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int n) {
// CHECK: :[[@LINE+1]]:20: warning: rows of 'As' left as they are: no distance of its rows takes fewer than its 80 wavefronts [no-conflicts-less]
  __shared__ float As[8][32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    for (int r = 0; r < 8; ++r)
      As[r][threadIdx.x] = A[k + 32 * r + threadIdx.x];
    __syncthreads();
    for (int c = 0; c < 32; ++c)
      sum += As[c % 8][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int n) { rows<<<1, 32>>>(A, C, n); }
