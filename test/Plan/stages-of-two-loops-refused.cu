// Two loops of one kernel: what the first one's stages take, the second one does
// not have. 16 KB each, 64 KB with two stages of both.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=ldg 2>&1 >/dev/null | FileCheck %s

static __global__ void two(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[16][256], Bs[16][256];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 16; ++i)
      As[i][threadIdx.x] = A[(k * 6 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 16][i];
    __syncthreads();
  }
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: two on sm_90 would need 64 KB {{.*}} [shared-memory-exceeded]
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 16; ++i)
      Bs[i][threadIdx.x] = A[(k * 6 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += Bs[i % 16][i];
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}
