// A use that no build has seen yet: what another build compiles would get an array of arrays.
// ACCEPTED: macro-defined-in-function.cu
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=cpasync 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

// Behind the loop, by a macro that the kernel defines.
__global__ void defined(const float4 *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float4 tile[64];
  float sum = 0.0f;
#define TILE tile
#define FIRST TILE[0].x
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'FIRST' is used where it cannot be given a stage [unseen-reference]
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i].y;
    __syncthreads();
  }
#ifdef CHECKED
  sum += FIRST;
#endif
  C[blockIdx.x * 32 + threadIdx.x] = sum;
}

#define ANOTHER(i) other[i].x
// By a macro that the file defines.
__global__ void ofFile(const float4 *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float4 other[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'ANOTHER' is used where it cannot be given a stage [unseen-reference]
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
      other[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += ANOTHER(i);
    __syncthreads();
  }
#ifdef CHECKED
  sum += ANOTHER(0);
#endif
  C[blockIdx.x * 32 + threadIdx.x] = sum;
}
