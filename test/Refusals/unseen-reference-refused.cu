// The only instance discards the branch, so its use of the tile is not in the
// syntax tree: it would keep the old shape of the tile.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

template <bool Twice>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if constexpr (Twice)
      sum += As[0];
    else
      sum -= As[0];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums<false>(const float *, float *, int);
