// In another build a thread may store to one element again, which a copy in flight would overwrite.
// ACCEPTED: stored-again-of-build.cu
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DAPART=0 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: equal:

#ifndef APART
#define APART 32
#endif
__global__ void kernel(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[96];
  float sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: no tile can be copied by cp.async: As: a thread may store to one element again in another build [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    As[threadIdx.x + APART] = A[k + threadIdx.x + 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(const float *A, float *C) { kernel<<<1, 32>>>(A, C, 512); }
