// Where the tile lies, a run decides: the kernel cannot ask for so much.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: dynamic-aligned.cu

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} how much of it the kernel uses is not known, so that it cannot see whether a launch gives enough
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x + N] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i + N];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N) { sums<<<1, 64, 256>>>(A, C, N); }
