// Miscompile class: inline assembly in the load that orders memory, is for a
// warp as a whole, or is not known. What it reads and waits for is not known.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__device__ float ordered(const float *from) {
  float v;
  asm("ld.global.cg.f32 %0, [%1];" : "=f"(v) : "l"(from) : "memory");
  return v;
}
__device__ float ofNow(const float *from) {
  float v;
  asm volatile("ld.relaxed.gpu.global.f32 %0, [%1];" : "=f"(v) : "l"(from));
  return v;
}
__device__ float ofWarp(float own) {
  float v;
  asm volatile("shfl.sync.down.b32 %0, %1, 1, 31, -1;" : "=f"(v) : "f"(own));
  return v;
}
__device__ float ofLane(float own) {
  unsigned lane;
  asm("mov.u32 %0, %%smid;" : "=r"(lane));
  return own + lane;
}

#define SUMS(NAME, VALUE)                                                       \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C, int N) { \
    __shared__ float As[64];                                                    \
    float sum = 0.0f;                                                           \
    for (int k = 0; k < N; k += 64) {                                           \
      As[threadIdx.x] = VALUE;                                                  \
      __syncthreads();                                                          \
      for (int i = 0; i < 64; ++i)                                              \
        sum += As[i];                                                           \
      __syncthreads();                                                          \
    }                                                                           \
    C[threadIdx.x] = sum;                                                       \
  }
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [asm-in-loads]
SUMS(orders, ordered(A + k + threadIdx.x))
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [asm-in-loads]
SUMS(isOfNow, ofNow(A + k + threadIdx.x))
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [asm-in-loads]
SUMS(isOfWarp, ofWarp(A[k + threadIdx.x]))
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: loop left alone: {{.*}} [asm-in-loads]
SUMS(isOfLane, ofLane(A[k + threadIdx.x]))
