// The tile is filled as if its rows were one: with a constant row, the column
// goes on past the row's end.
// RUN: %pipeline-rewrite %s %builtin --layout=pad --variant=none --verify=kernels 2>&1 >/dev/null | FileCheck %s

__global__ void columns(const float *__restrict__ A, float *__restrict__ C, int n) {
// CHECK: :[[@LINE+1]]:20: warning: rows of 'As' left as they are: with a constant row its column may pass the row's end [row-length-relied-on]
  __shared__ float As[8][32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    for (int i = threadIdx.x; i < 256; i += 32)
      As[0][i] = A[k + i];
    __syncthreads();
    for (int c = 0; c < 32; ++c)
      sum += As[threadIdx.x % 8][c];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int n) { columns<<<1, 32>>>(A, C, n); }
