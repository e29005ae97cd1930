// A macro of such a name may be undefined again, or be another build's: the header stands above it all the same.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels -o %t.cu 2>%t.report && FileCheck %s --check-prefix=REPORT < %t.report
// RUN: %strip < %t.cu | FileCheck %s
// REPORT: remark: rewritten: cpasync,
// REPORT: executed: {{.*}}, equal

// CHECK: #include <cuda_pipeline.h>
// CHECK: #define N 64
#define N 64
#ifdef TRACE
#define segment 4
#endif
#if __has_include(<memory>) // a file's name, no macro's
#define HAS_SMART_POINTERS 1
#endif
#include <stdint.h>
// CHECK-NOT: cuda_pipeline.h

__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float4 As[N];
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
#undef N
