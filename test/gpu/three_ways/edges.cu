// Guarded edges, batches of small products, wide elements, few blocks with long loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_runtime.h>

// time: float 16,16 33,32,1000 4,4,500
__global__ void raggedProduct(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][17], b[16][32];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32 - 5, height = gridDim.y * 32 - 7;
  const int row = blockIdx.y * 32, column = blockIdx.x * 32;
  float sum[2][2] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = 0; i < 32; i += 16) {
      a[y + i][x] = row + y + i < height && k + x < n ? A[(row + y + i) * n + k + x] : 0.0f;
      b[y][x + i] = k + y < n && column + x + i < width ? B[(k + y) * width + column + x + i] : 0.0f;
    }
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      for (int i = 0; i < 2; ++i)
        for (int l = 0; l < 2; ++l)
          sum[i][l] += a[y + 16 * i][j] * b[j][x + 16 * l];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int l = 0; l < 2; ++l)
      if (row + y + 16 * i < height && column + x + 16 * l < width)
        C[(row + y + 16 * i) * width + column + x + 16 * l] = sum[i][l];
}

// time: float 8,8 1056,1,512 66,1,512
__global__ void smallProducts(const float *A, const float *B, float *C, int n) {
  __shared__ float a[8][8], b[8][8];
  const int x = threadIdx.x, y = threadIdx.y, batch = blockIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 8) {
    a[y][x] = A[(batch * 8 + y) * n + k + x];
    b[y][x] = B[(batch * n + k + y) * 8 + x];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      sum += a[y][j] * b[j][x];
    __syncthreads();
  }
  C[(batch * 8 + y) * 8 + x] = sum;
}

// time: float 16,16 20,20,512 4,4,256
__global__ void complexProduct(const float2 *A, const float2 *B, float2 *C, int n) {
  __shared__ float2 a[32][17], b[16][33];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32, row = blockIdx.y * 32, column = blockIdx.x * 32;
  float2 sum[2][2] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = 0; i < 2; ++i) {
      a[y + 16 * i][x] = A[(row + y + 16 * i) * n + k + x];
      b[y][x + 16 * i] = B[(k + y) * width + column + x + 16 * i];
    }
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      for (int i = 0; i < 2; ++i)
        for (int l = 0; l < 2; ++l) {
          const float2 u = a[y + 16 * i][j], v = b[j][x + 16 * l];
          sum[i][l].x += u.x * v.x - u.y * v.y;
          sum[i][l].y += u.x * v.y + u.y * v.x;
        }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int l = 0; l < 2; ++l)
      C[(row + y + 16 * i) * width + column + x + 16 * l] = sum[i][l];
}

// time: double 16,16 32,33,1024 4,4,512
__global__ void doubleProduct(const double *A, const double *B, double *C, int n) {
  __shared__ double a[32][17], b[16][32];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32, row = blockIdx.y * 32, column = blockIdx.x * 32;
  double sum[2][2] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = 0; i < 32; i += 16) {
      a[y + i][x] = A[(row + y + i) * n + k + x];
      b[y][x + i] = B[(k + y) * width + column + x + i];
    }
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      for (int i = 0; i < 2; ++i)
        for (int l = 0; l < 2; ++l)
          sum[i][l] += a[y * 2 + i][j] * b[j][x * 2 + l];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int l = 0; l < 2; ++l)
      C[(row + y * 2 + i) * width + column + x * 2 + l] = sum[i][l];
}

// time: int 16,16 24,24,512 4,4,512
__global__ void productModulo(const unsigned *A, const unsigned *B, unsigned *C, int n) {
  __shared__ unsigned a[16][17], b[16][17];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 16, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  unsigned sum = 0;
  for (int k = 0; k < n; k += 16) {
    a[y][x] = A[row * n + k + x] % 65521;
    b[y][x] = B[(k + y) * width + column] % 65521;
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      sum = (sum + a[y][j] * b[j][x] % 65521) % 65521;
    __syncthreads();
  }
  C[row * width + column] = sum;
}

// time: float 16,16 8,8,16384 2,2,8192
__global__ void longAndThin(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][33], b[32][33];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32, row = blockIdx.y * 32, column = blockIdx.x * 32;
  float sum[2][2] = {};
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 32; i += 16)
      for (int l = 0; l < 32; l += 16) {
        a[y + i][x + l] = A[(row + y + i) * n + k + x + l];
        b[y + i][x + l] = B[(k + y + i) * width + column + x + l];
      }
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < 32; ++j)
      for (int i = 0; i < 2; ++i)
        for (int l = 0; l < 2; ++l)
          sum[i][l] += a[y + 16 * i][j] * b[j][x + 16 * l];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int l = 0; l < 2; ++l)
      C[(row + y + 16 * i) * width + column + x + 16 * l] = sum[i][l];
}

// time: float 128,2 132,1,32768 11,1,16384
__global__ void wideLoads(const float4 *A, const float4 *B, float4 *C, int n) {
  __shared__ float4 a[2][128], b[128];
  const int x = threadIdx.x, y = threadIdx.y, row = (blockIdx.x * 2 + y) % 64;
  float4 sum = {0, 0, 0, 0};
  for (int k = 0; k < n; k += 128) {
    a[y][x] = A[row * n + k + x];
    if (y == 0)
      b[x] = B[k + x];
    __syncthreads();
    for (int j = 0; j < 4; ++j) {
      const float4 u = a[y][(x + j) % 128], v = b[(x + 2 * j) % 128];
      sum.x += u.x * v.x;
      sum.y += u.y * v.z;
      sum.z += u.z * v.y;
      sum.w += u.w * v.w;
    }
    __syncthreads();
  }
  C[(blockIdx.x * 2 + y) * 128 + x] = sum;
}

// time: float 64,1 2112,1,768 132,1,768
__global__ void eightRows(const float *A, const float *B, float *C, int n) {
  __shared__ float a[8][64], b[64];
  const int t = threadIdx.x, row = blockIdx.x * 8;
  float sum[8] = {};
  for (int k = 0; k < n; k += 64) {
    for (int i = 0; i < 8; ++i)
      a[i][t] = A[(row + i) * n + k + t];
    b[t] = B[k + t];
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      for (int i = 0; i < 8; ++i)
        sum[i] += a[i][(t + 4 * j) % 64] * b[(t + j) % 64];
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    C[(row + i) * 64 + t] = sum[i];
}
