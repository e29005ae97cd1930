// The number of a shared address is no result that two texts have in common:
// the original, too, leaves another one where its shared memory lies elsewhere.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels --strict-verify 2>&1 >/dev/null | FileCheck %s --check-prefix=STRICT
// STRICT: [not-run]

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, size_t *__restrict__ place, int n) {
  __shared__ float s[64], scratch[64];
  float sum = 0.0f;
  scratch[threadIdx.x] = 1.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: not executed: {{.*}}what the original leaves behind depends on where its shared memory lies
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[63 - threadIdx.x] * scratch[threadIdx.x];
    __syncthreads();
  }
  place[threadIdx.x] = (size_t)&scratch[threadIdx.x];
  C[threadIdx.x] = sum;
}

// What is made from an address and does not depend on it is a result.
static __global__ void offsets(const float *__restrict__ A, float *__restrict__ C, size_t *__restrict__ place, int n) {
  __shared__ float s[64], scratch[64];
  float sum = 0.0f;
  scratch[threadIdx.x] = 1.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: run executed: {{.*}}, equal
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[63 - threadIdx.x] * scratch[threadIdx.x];
    __syncthreads();
  }
  place[threadIdx.x] = (size_t)&scratch[threadIdx.x] - (size_t)&scratch[0];
  C[threadIdx.x] = sum;
}
