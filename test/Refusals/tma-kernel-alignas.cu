// As kernel_aligned of tma-kernel.cu, in the order that Clang 19 does not read.
// REQUIRES: clang-from-22
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
template <int W> __global__ void kernel_aligned(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ alignas(alignof(float4)) float As[16][W];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: tma, 2 stages, predicate
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_aligned(const float *A, float *C, int ld, int N) { kernel_aligned<32><<<1, dim3(32, 16)>>>(A, C, ld, N); }
