// The nearest loop: the labels are those of a function that loads and computation call.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: {{.*}}, in 'called'

__device__ float limited(float v) {
  if (v > 1.0f)
    goto limit;
  return v;
limit:
  return 1.0f;
}

__global__ void called(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = limited(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += limited(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
