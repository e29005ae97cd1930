// Miscompile class: an update stands between two calls that fill tiles. The
// storing halves run behind it, and would be given the second value both times.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: ../Emit/callee-halves.cu

__device__ void load(float (&tile)[64], const float *from, int at) {
  tile[(at / 32 + threadIdx.x) % 64] = 2.0f * from[at + threadIdx.x];
}

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int at = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: '{{.*}}' gets another value between two loads of a tile, and what it held before may be used [update-between-loads]
  for (int k = 0; k < N; k += 64) {
    load(As, A, at);
    at += 32;
    load(Bs, A, at);
    at += 32;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
