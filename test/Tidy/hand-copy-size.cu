// The hardware copies 4, 8 or 16 bytes; of any other size nvcc makes a trap, in
// the instances that have it.
// REQUIRES: clang-tidy
// RUN: %tidy --quiet %s -- %tidy-flags 2>&1 | %strip | FileCheck %s --implicit-check-not=warning:
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

template <typename T> __global__ void copy(const T *A, T *C) {
  __shared__ T Tile[64];
  // CHECK: hand-copy-size.cu:[[@LINE+1]]:3: warning: copies 2 bytes at a time; the hardware copies 4, 8 or 16, any other size compiles and traps [pipeline-rewrite-hand-pipeline]
  __pipeline_memcpy_async(&Tile[threadIdx.x], &A[threadIdx.x], sizeof(T));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  C[threadIdx.x] = Tile[threadIdx.x];
}
template __global__ void copy<__half>(const __half *, __half *);
template __global__ void copy<float>(const float *, float *);
template __global__ void copy<double>(const double *, double *);
template __global__ void copy<float4>(const float4 *, float4 *);

// A size that is not known here.
__global__ void unknown(const float *A, float *C, int Bytes) {
  __shared__ float Tile[64];
  __pipeline_memcpy_async(&Tile[threadIdx.x], &A[threadIdx.x], Bytes);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  C[threadIdx.x] = Tile[threadIdx.x];
}
