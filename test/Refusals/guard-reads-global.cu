// The guard is read once: into a local, or because a register holds what either of its arms stores.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, const int *__restrict__ Used,
                     int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    bool used = Used[k];
    if (used)
      As[threadIdx.x] = A[k + threadIdx.x];
    else
      As[threadIdx.x] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void filled(const float *__restrict__ A, float *__restrict__ C, const int *__restrict__ Used,
                       int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    if (Used[k])
      As[threadIdx.x] = A[k + threadIdx.x];
    else
      As[threadIdx.x] = 0.0f;
// CHECK: executed: {{.*}}, equal
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
