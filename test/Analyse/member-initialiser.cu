// The initialiser of a member names another array than the tile.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 | FileCheck %s

__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float Bs[64];
  struct View {
    const float *first = Bs;
  };
  float sum = 0.0f;
  Bs[threadIdx.x] = A[threadIdx.x];
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages, predicate, in 'behind'
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  View view{};
  C[threadIdx.x] = sum + view.first[threadIdx.x];
}
// CHECK: executed: {{.*}} equal
