// Every tile that the loop condition admits is part of one object, in any launch
// and whatever the data are: it may be loaded although the loop is left before.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning: --implicit-check-not=assumes

__device__ float object[4096];
// CHECK: remark: rewritten: {{.*}} in 'within'
__global__ void within(float *__restrict__ C) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < 4096; k += 64) {
    As[threadIdx.x] = object[k + threadIdx.x % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

// The count may be anybody's.
__device__ void note(int &seen) { seen += 64; }
// CHECK: remark: rewritten: {{.*}} in 'counted'
__global__ void counted(float *__restrict__ C, int last) {
  int seen = 0;
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < 4096; k += 64) {
    As[threadIdx.x] = object[k + threadIdx.x % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    note(seen);
    if (__syncthreads_or(seen >= last))
      break;
  }
  C[threadIdx.x] = sum;
}
