// Values that cannot wait in registers: cp.async is not the way out where a
// target lacks it. The advice is what the tool has followed.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --arch=sm_75,sm_86 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: mixed-targets.cu
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --arch=sm_80,sm_86 2>&1 >/dev/null | FileCheck %s --check-prefixes=WRITTEN,ALL
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --arch=sm_75,sm_86 --variant=cpasync 2>&1 >/dev/null | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: remark: rewritten: cpasync
// ALL: uses cp.async, narrow as its copies are: a copy loop has no trip count known at compile time
// WRITTEN: executed: {{.*}}equal

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N, int step) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}[copy-loop-not-constant]
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 64; i += step)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
// CHECK: advice {{.*}}--variant=cpasync
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int N) { sums<<<1, 32>>>(A, C, N, 32); }
