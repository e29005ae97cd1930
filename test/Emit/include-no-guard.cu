// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels -o - -- -DTILES=4 2>%t.other | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report && FileCheck %s --check-prefix=REPORT < %t.other
// An `#ifndef` that ends before the file does is no include guard: who defines the macro gets the header as well.
// REPORT: rewritten: cpasync,
// REPORT: executed: {{.*}}, equal

// CHECK: #include <cuda_pipeline.h>
// CHECK: #ifndef TILES
#ifndef TILES
#define TILES 8
#endif

__global__ void sums(const float *__restrict__ A, float *C) {
  __shared__ float As[64];
  float sum = 0;
  for (int t = 0; t < TILES; ++t) {
    As[threadIdx.x] = A[t * 64 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; ++k)
      sum += As[k];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(const float *A, float *C) { sums<<<1, 64>>>(A, C); }
