// The same struct with the operator= that every struct has: its bytes are
// copied.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s --implicit-check-not="warning:"

struct Twice {
  float X;
};

__global__ void sums(const Twice *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Twice As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].X;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
