// Miscompile class: a non-trivial element type copied raw. Its operator= does
// more than copy.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s

struct Twice {
  float X;
  __device__ Twice &operator=(const Twice &O) {
    X = 2.0f * O.X;
    return *this;
  }
};

__global__ void sums(const Twice *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Twice As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].X;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
