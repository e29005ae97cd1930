// The buffers are pointers that change places.
// ACCEPTED: hand-unproven.cu
// RUN: %pipeline-rewrite %s %builtin --unpipeline 2>&1 >/dev/null | FileCheck %s

#define T 16
__global__ void sums(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;

  float(*aCur)[T] = As[0], (*aNext)[T] = As[1];
  float(*bCur)[T] = Bs[0], (*bNext)[T] = Bs[1];
  aCur[ty][tx] = A[row * K + tx];
  bCur[ty][tx] = B[ty * N + col];
  __syncthreads();
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: no loads of a first tile are seen in front of it [hand-unread]
  for (int k = T; k < K + T; k += T) {
    if (k < K) {
      aNext[ty][tx] = A[row * K + k + tx];
      bNext[ty][tx] = B[(k + ty) * N + col];
    }
    for (int i = 0; i < T; ++i)
      sum += aCur[ty][i] * bCur[i][tx];
    __syncthreads();
    float(*t)[T] = aCur;
    aCur = aNext;
    aNext = t;
    t = bCur;
    bCur = bNext;
    bNext = t;
  }
  C[row * N + col] = sum;
}
