// A comment that goes on in the next line would take in what is written below its first one, and give its second one
// free.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=syntax 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=syntax 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} would be part of a comment, a directive or another token in the new text, and is a token by itself [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads(); // and once more: \
    sum += 1.0f;
  }
  C[threadIdx.x] = sum;
}
