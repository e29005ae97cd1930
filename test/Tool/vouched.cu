// What a rewrite takes to be true by the user's word is listed; without such an
// option nothing is.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --assume-noalias --assume-tiles-exist --report=json | FileCheck %s --check-prefix=JSON
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --assume-noalias --assume-tiles-exist 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --check-prefix=NONE --implicit-check-not=assumes

// CHECK: in 'left'
// CHECK: assumes  --assume-tiles-exist: each tile that the loop condition admits may be loaded
// CHECK: in 'stored'
// CHECK: assumes  --assume-noalias: no store of the loop reaches what it loads
// CHECK: in 'promised'
// CHECK-NOT: assumes
// JSON-COUNT-2: "--assume-
// JSON: "assumes": []
// NONE: [early-exit]
// NONE: a test in front of it
// NONE: in 'promised'
__global__ void left(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void stored(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void promised(const float *__restrict__ A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
