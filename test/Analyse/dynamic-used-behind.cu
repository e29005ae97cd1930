// Another buffer would hold the last tile, unless the user vouches for it.
// RUN: %pipeline-rewrite %s %builtin --edit-launches --assume-private-tiles 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  As[threadIdx.x] = sum;
  sum = As[threadIdx.x];
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N, size_t bytes) {
  sums<<<1, 64, 256>>>(A, C, N);
}
