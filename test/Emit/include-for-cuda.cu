// A kernel under a condition may be one that a host compiler does not read: the header of cp.async is included for CUDA
// alone, once. A kernel that every compilation reads has it without a condition.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels -o %t.cu 2>%t.report && FileCheck %s --check-prefix=REPORT < %t.report
// RUN: %strip < %t.cu | FileCheck %s
// RUN: %pipeline-rewrite %t.cu %builtin --variant=cpasync --verify=kernels -o - 2>&1 -- -DMORE | %strip | FileCheck %s --check-prefix=AGAIN
// RUN: %clang22 -x c++ -fsyntax-only %t.cu
// RUN: %pipeline-rewrite %S/include-above-macros.cu %builtin --variant=cpasync -o - 2>/dev/null | FileCheck %s --check-prefix=PLAIN

// REPORT: remark: rewritten: cpasync,
// REPORT: executed: {{.*}}, equal

// CHECK: #include <stdint.h>
// CHECK-NEXT: #ifdef __CUDACC__
// CHECK-NEXT: #include <cuda_pipeline.h>
// CHECK-NEXT: #endif
// AGAIN-COUNT-1: #include <cuda_pipeline.h>
// AGAIN-NOT: #include <cuda_pipeline.h>
// AGAIN: more(
// PLAIN-NOT: #ifdef __CUDACC__
#include <stdint.h>

inline int64_t tiles(int64_t n) { return (n + 63) / 64; }

#ifdef __CUDACC__
__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(const float4 *A, float *C, int K) { sums<<<1, 64>>>(A, C, K); }
#endif

#ifdef MORE
__global__ void more(const float4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float4 Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Bs[i].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runMore(const float4 *A, float *C, int K) { more<<<1, 64>>>(A, C, K); }
#endif
