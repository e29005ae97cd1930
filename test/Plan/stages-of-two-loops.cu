// Two loops of one kernel whose stages fit in 48 KB together: 12 KB each.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=ldg 2>&1 >/dev/null | FileCheck %s

static __global__ void two(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[12][256], Bs[12][256];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 12; ++i)
      As[i][threadIdx.x] = A[(k * 6 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 12][i];
    __syncthreads();
  }
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 12; ++i)
      Bs[i][threadIdx.x] = A[(k * 6 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += Bs[i % 12][i];
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}
