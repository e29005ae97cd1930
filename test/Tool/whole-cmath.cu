// What only libstdc++'s whole <cmath> declares, and what it includes for that: the source is parsed again with it.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=error:
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - | FileCheck %s --check-prefix=NEW
#include <cmath>

double host(double x) { return std::riemann_zeta(x); }

__global__ void largest(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float most = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg, 2 stages
// NEW: As[stage]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      most = std::max(most, As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = most;
}
