// The array of that name is not used where the tile is seen.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --strict-verify 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  float sum = 0.0f;
  float Bs[2][2] = {{1.0f, 2.0f}, {3.0f, 4.0f}};
  {
// CHECK: :[[@LINE+1]]:5: remark: rewritten: ldg,
    for (int k = 0; k < N; k += 64) {
      __shared__ float As[64];
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += As[i];
      __syncthreads();
    }
    sum *= Bs[1][0];
  }
  C[threadIdx.x] = sum;
}
