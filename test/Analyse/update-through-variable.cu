// What an update reads may change, as long as updates alone change it.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  const float *p = A;
  int step = 64;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < n; ++k) {
    s[threadIdx.x] = p[threadIdx.x];
    p += step;
    step += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
