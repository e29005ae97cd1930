// No launch of it is legal: it stores to an address that it makes up.
// RUN: %pipeline-rewrite %s %builtin --layout=pad --variant=none --verify=kernels 2>&1 >/dev/null | FileCheck %s

__global__ void columns(const float *__restrict__ A, float *__restrict__ C, int n) {
// CHECK: :[[@LINE+1]]:20: warning: rows of 'As' left as they are: no launch was found to count its conflicts in [conflicts-not-counted]
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
  *reinterpret_cast<float *>(static_cast<size_t>(n) << 40) = sum;
}

void launch(const float *A, float *C, int n) { columns<<<1, 32>>>(A, C, n); }
