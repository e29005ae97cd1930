// Every element is named by its row and its column.
// RUN: %pipeline-rewrite %s %builtin --layout=pad --variant=none --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void columns(const float *__restrict__ A, float *__restrict__ C, int n) {
// CHECK: :[[@LINE+1]]:20: remark: rows of 'As' padded by 1 element, in 'columns': 1056 bytes, not 1024
  __shared__ float As[8][32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    for (int i = threadIdx.x; i < 256; i += 32)
// CHECK: line [[@LINE+1]], store of As: 16 accesses, 16 wavefronts, 16 without conflicts, 16 when padded
      As[i / 32][i % 32] = A[k + i];
    __syncthreads();
    for (int c = 0; c < 32; ++c)
// CHECK: line [[@LINE+1]], load of As: 64 accesses, 512 wavefronts, 64 without conflicts, 64 when padded
      sum += As[threadIdx.x % 8][c];
    __syncthreads();
  }
// CHECK: run executed: {{.*}}, equal
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int n) { columns<<<1, 32>>>(A, C, n); }
