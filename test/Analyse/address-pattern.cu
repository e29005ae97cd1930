// Chunks are found by the bits of their address, a pattern of 1024 bytes, and
// by wmma, which wants 32: every buffer starts at a multiple of that.
// RUN: %pipeline-rewrite %s --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
#include <cuda_fp16.h>
#include <mma.h>

static __global__ void swizzled(const float4 *__restrict__ A, float *__restrict__ C, int n) {
  alignas(1024) __shared__ float4 s[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed:
  for (int k = 0; k < n; k += 64) {
    s[(t & ~7) + ((t ^ t >> 3) & 7)] = A[k + t];
    __syncthreads();
    unsigned at = (unsigned)__cvta_generic_to_shared(s) + (63 - t) * 16;
    at ^= at >> 3 & 0x70;
    float x;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(at) : "memory");
    sum += x;
    __syncthreads();
  }
  C[t] = sum;
}

static __global__ void matrix(const half *__restrict__ A, float *__restrict__ C, int n) {
  using namespace nvcuda;
  alignas(32) __shared__ half s[18][8];
  wmma::fragment<wmma::accumulator, 32, 8, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed:
  for (int k = 0; k < n; k += 16) {
    for (int i = 0; i < 4; ++i)
      s[i * 4 + threadIdx.x / 8][threadIdx.x % 8] = A[k * 8 + i * 32 + threadIdx.x];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major> b;
    wmma::fill_fragment(a, __float2half(1.0f));
    wmma::load_matrix_sync(b, &s[0][0], 8);
    wmma::mma_sync(sum, a, b, sum);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, sum, 8, wmma::mem_row_major);
}

// Elements are read and written one by one: nothing more than their own
// alignment is needed.
static __global__ void elements(const float *__restrict__ A, float *__restrict__ C, int n) {
  alignas(16) __shared__ float s[65];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed:
  for (int k = 0; k < n; k += 64) {
    *(s + threadIdx.x) = A[k + threadIdx.x];
    __syncthreads();
    sum += s[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(const float4 *A, const half *H, const float *F, float *C, int n) {
  swizzled<<<1, 64>>>(A, C, n);
  matrix<<<1, 32>>>(H, C, n);
  elements<<<1, 64>>>(F, C, n);
}
