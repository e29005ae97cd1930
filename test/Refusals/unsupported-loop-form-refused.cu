// A do loop computes a tile before its condition is asked: the prologue would
// not know whether there is a first tile.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unsupported-loop-form]
  do {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    k += 64;
  } while (k < N);
  C[threadIdx.x] = sum;
}
