// It is within a statement that moves, or a build may have it.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void within(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  const float *at = A + threadIdx.x;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+5]] inside the loop is a preprocessor condition [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = *at;
    __syncthreads();
    at += 64
#if 0
        + 1
#endif
        ;
    sum += As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void loads(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+3]] inside the loop is a preprocessor condition [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    for (int i = 0; i < 64; i += 32) {
#if 0
      i += 32;
#endif
      As[i + threadIdx.x % 32] = A[k + i + threadIdx.x % 32];
    }
    __syncthreads();
    sum += As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void other(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE+4]] inside the loop is a preprocessor condition [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
#if 0
    sum = 0.0f;
#elif defined(HALVED)
    sum *= 0.5f;
#endif
    sum += As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: 3 loops: 0 rewritten
