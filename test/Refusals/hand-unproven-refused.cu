// Miscompile class: the guard of the loads leaves a tile out.
// RUN: %pipeline-rewrite %s %builtin --unpipeline 2>&1 >/dev/null | FileCheck %s

#define T 16
__global__ void sums(const float *A, const float *B, float *C, int n) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  A += (blockIdx.y * T + ty) * n;
  B += blockIdx.x * T;
  float sum = 0;

  int stage = 0;
  int k0Next = 0;
  if (k0Next < n) {
    As[0][ty][tx] = A[k0Next + tx];
    Bs[0][ty][tx] = B[(k0Next + ty) * n + tx];
    __syncthreads();
  }

  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}[hand-unproven]
  for (int k0 = 0; k0 < n; k0 += T) {
    k0Next += T;
    const bool hasNext = k0Next < n - T;
    float AsNext;
    float BsNext;
    if (hasNext) {
      AsNext = A[k0Next + tx];
      BsNext = B[(k0Next + ty) * n + tx];
    }
    __syncwarp();

    for (int k = 0; k < T; ++k)
      sum += As[stage][ty][k] * Bs[stage][k][tx];
    if (hasNext) {
      As[stage ^ 1][ty][tx] = AsNext;
      Bs[stage ^ 1][ty][tx] = BsNext;
    }
    __syncthreads();
    stage ^= 1;
  }

  C[(blockIdx.y * T + ty) * n + blockIdx.x * T + tx] = sum;
}
