// Another buffer would hold the last tile.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK: the tile 'As' is also used outside the loop
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  sum += As[threadIdx.x];
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N, size_t bytes) {
  sums<<<1, 64, 256>>>(A, C, N);
}
