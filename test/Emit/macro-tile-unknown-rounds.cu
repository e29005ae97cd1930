// How many rounds the copies have is known at run time only. Two buffers are copied asynchronously, for which the uses of the tile
// in macros are written out; one leaves them as they are.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=SINGLE

#define TILE(i) tile[i]

static __global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float4 tile[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+4]]:3: remark: rewritten: cpasync,
// CHECK: executed: {{.*}}, equal
// SINGLE: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// SINGLE: executed: {{.*}}, equal
  for (int k = 0; k < n; k += 64) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
      TILE(i) = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += TILE(i).y;
    __syncthreads();
  }
  C[blockIdx.x * 32 + threadIdx.x] = sum;
}

void run(const float4 *A, float *C, int n) { sums<<<1, 32>>>(A, C, n); }
