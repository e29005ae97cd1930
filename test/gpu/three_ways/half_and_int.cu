// Products in half, bfloat16 and small integers, on tensor cores and without.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

// time: half 128,1 32,33,2048 4,4,1024
__global__ void halfOf64(const half *A, const half *B, float *C, int n) {
  __shared__ half a[64][40], b[32][72];
  const int t = threadIdx.x, warp = t / 32, width = gridDim.x * 64, row = blockIdx.y * 64, column = blockIdx.x * 64;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4];
  for (int i = 0; i < 4; ++i)
    wmma::fill_fragment(sum[i], 0);
  for (int k = 0; k < n; k += 32) {
    for (int i = t; i < 256; i += 128) {
      *(uint4 *)&a[i / 4][i % 4 * 8] = *(const uint4 *)&A[(row + i / 4) * n + k + i % 4 * 8];
      *(uint4 *)&b[i / 8][i % 8 * 8] = *(const uint4 *)&B[(k + i / 8) * width + column + i % 8 * 8];
    }
    __syncthreads();
    for (int j = 0; j < 32; j += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u;
      wmma::load_matrix_sync(u, &a[warp * 16][j], 40);
      for (int i = 0; i < 4; ++i) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> v;
        wmma::load_matrix_sync(v, &b[j][i * 16], 72);
        wmma::mma_sync(sum[i], u, v, sum[i]);
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    wmma::store_matrix_sync(&C[(row + warp * 16) * width + column + i * 16], sum[i], width, wmma::mem_row_major);
}

// time: half 256,1 16,17,4096 3,2,2048
__global__ void halfOf128(const half *A, const half *B, float *C, int n) {
  __shared__ __align__(16) half a[128][24], b[128][24];
  const int t = threadIdx.x, warp = t / 32, width = gridDim.x * 128, row = blockIdx.y * 128, column = blockIdx.x * 128;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][2];
  for (int i = 0; i < 8; ++i)
    wmma::fill_fragment(sum[i / 2][i % 2], 0);
  for (int k = 0; k < n; k += 16) {
    *(uint4 *)&a[t / 2][t % 2 * 8] = *(const uint4 *)&A[(row + t / 2) * n + k + t % 2 * 8];
    *(uint4 *)&b[t / 2][t % 2 * 8] = *(const uint4 *)&B[(column + t / 2) * n + k + t % 2 * 8];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u[4];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> v[2];
    for (int i = 0; i < 4; ++i)
      wmma::load_matrix_sync(u[i], &a[warp / 4 * 64 + i * 16][0], 24);
    for (int l = 0; l < 2; ++l)
      wmma::load_matrix_sync(v[l], &b[warp % 4 * 32 + l * 16][0], 24);
    for (int i = 0; i < 4; ++i)
      for (int l = 0; l < 2; ++l)
        wmma::mma_sync(sum[i][l], u[i], v[l], sum[i][l]);
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int l = 0; l < 2; ++l)
      wmma::store_matrix_sync(&C[(row + warp / 4 * 64 + i * 16) * width + column + warp % 4 * 32 + l * 16], sum[i][l],
                              width, wmma::mem_row_major);
}

// time: half 64,1 48,48,1024 6,6,1024
__global__ void brainOf32(const __nv_bfloat16 *A, const __nv_bfloat16 *B, float *C, int n) {
  __shared__ __align__(32) __nv_bfloat16 a[32][64], b[64][32];
  const int t = threadIdx.x, warp = t / 32, width = gridDim.x * 32, row = blockIdx.y * 32, column = blockIdx.x * 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[2];
  wmma::fill_fragment(sum[0], 0);
  wmma::fill_fragment(sum[1], 0);
  for (int k = 0; k < n; k += 64) {
    for (int i = 0; i < 4; ++i) {
      *(uint4 *)&a[t / 8 + 8 * i][t % 8 * 8] = *(const uint4 *)&A[(row + t / 8 + 8 * i) * n + k + t % 8 * 8];
      *(uint4 *)&b[t / 4 + 16 * i][t % 4 * 8] = *(const uint4 *)&B[(k + t / 4 + 16 * i) * width + column + t % 4 * 8];
    }
    __syncthreads();
    for (int j = 0; j < 64; j += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> u;
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> v;
      wmma::load_matrix_sync(u, &a[warp * 16][j], 64);
      for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(v, &b[j][i * 16], 32);
        wmma::mma_sync(sum[i], u, v, sum[i]);
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    wmma::store_matrix_sync(&C[(row + warp * 16) * width + column + i * 16], sum[i], width, wmma::mem_row_major);
}

// time: half 16,16 32,33,1024 4,3,1024
__global__ void halfInFloat(const half *A, const half *B, float *C, int n) {
  __shared__ half a[32][32], b[32][32];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32, row = blockIdx.y * 32, column = blockIdx.x * 32;
  float sum[2][2] = {};
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 32; i += 16) {
      *(half2 *)&a[y + i][x * 2] = *(const half2 *)&A[(row + y + i) * n + k + x * 2];
      *(half2 *)&b[y + i][x * 2] = *(const half2 *)&B[(k + y + i) * width + column + x * 2];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      for (int i = 0; i < 2; ++i)
        for (int l = 0; l < 2; ++l)
          sum[i][l] += __half2float(a[y * 2 + i][j]) * __half2float(b[j][x * 2 + l]);
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int l = 0; l < 2; ++l)
      C[(row + y * 2 + i) * width + column + x * 2 + l] = sum[i][l];
}

// time: half 32,8 40,40,1024 5,5,512
__global__ void pairsOfHalf(const half2 *A, const half2 *B, half2 *C, int n) {
  __shared__ half2 a[32][17], b[16][32];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x, width = gridDim.x * 32, row = blockIdx.y * 32,
            column = blockIdx.x * 32;
  half2 sum[4] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = 0; i < 2; ++i) {
      a[t / 16 + 16 * i][t % 16] = A[(row + t / 16 + 16 * i) * n + k + t % 16];
      b[y + 8 * i][x] = B[(k + y + 8 * i) * width + column + x];
    }
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      for (int i = 0; i < 4; ++i)
        sum[i] = __hfma2(a[y * 4 + i][j], b[j][x], sum[i]);
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    C[(row + y * 4 + i) * width + column + x] = sum[i];
}

// time: int 16,16 32,32,1024 4,4,512
__global__ void fourBytes(const int *A, const int *B, int *C, int n) {
  __shared__ int a[64][17], b[64][17];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 64, row = blockIdx.y * 64, column = blockIdx.x * 64;
  int sum[4][4] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = 0; i < 64; i += 16) {
      a[y + i][x] = A[(row + y + i) * n + k + x];
      b[y + i][x] = B[(column + y + i) * n + k + x];
    }
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      for (int i = 0; i < 4; ++i)
        for (int l = 0; l < 4; ++l)
          sum[i][l] = __dp4a(a[y + 16 * i][j], b[x + 16 * l][j], sum[i][l]);
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int l = 0; l < 4; ++l)
      C[(row + y + 16 * i) * width + column + x + 16 * l] = sum[i][l];
}

// time: int 128,1 32,33,4096 4,4,2048
__global__ void bytesOnTensorCores(const signed char *A, const signed char *B, int *C, int n) {
  __shared__ __align__(32) signed char a[64][32], b[64][32];
  const int t = threadIdx.x, warp = t / 32, width = gridDim.x * 64, row = blockIdx.y * 64, column = blockIdx.x * 64;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum[4];
  for (int i = 0; i < 4; ++i)
    wmma::fill_fragment(sum[i], 0);
  for (int k = 0; k < n; k += 32) {
    *(int4 *)&a[t / 2][t % 2 * 16] = *(const int4 *)&A[(row + t / 2) * n + k + t % 2 * 16];
    *(int4 *)&b[t / 2][t % 2 * 16] = *(const int4 *)&B[(column + t / 2) * n + k + t % 2 * 16];
    __syncthreads();
    for (int j = 0; j < 32; j += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> u;
      wmma::load_matrix_sync(u, &a[warp * 16][j], 32);
      for (int i = 0; i < 4; ++i) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> v;
        wmma::load_matrix_sync(v, &b[i * 16][j], 32);
        wmma::mma_sync(sum[i], u, v, sum[i]);
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    wmma::store_matrix_sync(&C[(row + warp * 16) * width + column + i * 16], sum[i], width, wmma::mem_row_major);
}

// time: int 16,16 64,64,512 6,6,512
__global__ void bitsInCommon(const unsigned *A, const unsigned *B, int *C, int n) {
  __shared__ unsigned a[16][33], b[16][33];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 16, row = blockIdx.y * 16, column = blockIdx.x * 16;
  int sum = 0;
  for (int k = 0; k < n; k += 32) {
    for (int j = 0; j < 32; j += 16) {
      a[y][x + j] = A[(row + y) * n + k + x + j];
      b[y][x + j] = B[(column + y) * n + k + x + j];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum += __popc(a[y][j] & b[x][j]);
    __syncthreads();
  }
  C[(row + y) * width + column + x] = sum;
}
