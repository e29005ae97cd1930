// The function is found in the namespace of an argument that only one of its
// halves would be given.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: ../Emit/callee-shares-line.cu

namespace source {
struct Place {
  int Offset;
};
__device__ void fill(float *to, const float *from, Place p) {
  to[threadIdx.x] = from[p.Offset + threadIdx.x];
}
} // namespace source

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'fill', which is found in the namespace of an argument [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    const source::Place place{k};
    fill(As, A, place);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
