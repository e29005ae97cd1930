// Between the barriers it may read the tile. The tile keeps its one buffer,
// since its address was taken before the loop.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  unsigned place = (unsigned)__cvta_generic_to_shared(&As[threadIdx.x]);
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    float last;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(last) : "r"(place));
    sum += last;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
