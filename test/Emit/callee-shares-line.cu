// What ends on the line of a function that fills a tile is no part of it: the
// halves stay in its namespace. Its name says where to find them.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s

// CHECK: namespace source {
// CHECK: void fill(float *to,
// CHECK: }
// CHECK: void fillFetch(
// CHECK: }
// CHECK: void fillStore(
// CHECK: }
// CHECK-NEXT: }
// CHECK: source::fillFetch(
// CHECK: source::fillStore(
namespace source {
struct Place {
  int Offset;
};
__device__ void fill(float *to, const float *from, Place p) {
  to[threadIdx.x] = from[p.Offset + threadIdx.x];
} }

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    const source::Place place{k};
    source::fill(As, A, place);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
