// The condition stands outside the loop, or in a statement of the computation.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
#ifdef SCALE
  N *= SCALE;
#endif
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What the built-in declarations ask of the machine's headers is no condition of the user's.
__global__ void tiles(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const int Tiles = ceil(N / 64.0f);
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int t = 0; t < Tiles; ++t) {
    As[threadIdx.x] = A[t * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void depths(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, depth = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
#ifdef WITH_DEPTH
      depth += sum;
#endif
      sum += As[i];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum + depth;
}
