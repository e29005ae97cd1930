// The nearest accepted neighbour of stored-again-of-build-refused.cu: how far the elements are apart is the same in all builds.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DROWS=4 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: equal:

#ifndef ROWS
#define ROWS 2
#endif
#define APART 32
__global__ void kernel(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64 * ROWS];
  float sum = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x + 64 * (ROWS - 1)] = A[k + threadIdx.x];
    As[threadIdx.x + APART + 64 * (ROWS - 1)] = A[k + threadIdx.x + 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 3 + As[i + 64 * (ROWS - 1)];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(const float *A, float *C) { kernel<<<1, 32>>>(A, C, 512); }
