// Products of matrices in float. C has gridDim.y x gridDim.x tiles, A rows of n.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_runtime.h>

// time: float 16,16 30,32,2048 3,4,512
__global__ void productOf64(const float *A, const float *B, float *C, int n) {
  __shared__ float a[64][17], b[16][64];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 64;
  const int row = blockIdx.y * 64, column = blockIdx.x * 64;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = 0; i < 4; ++i) {
      a[y + 16 * i][x] = A[(row + y + 16 * i) * n + k + x];
      b[y][x + 16 * i] = B[(k + y) * width + column + x + 16 * i];
    }
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      for (int i = 0; i < 4; ++i)
        for (int l = 0; l < 4; ++l)
          sum[i][l] += a[y * 4 + i][j] * b[j][x + 16 * l];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int l = 0; l < 4; ++l)
      C[(row + y * 4 + i) * width + column + x + 16 * l] = sum[i][l];
}

// time: float 256,1 16,17,2048 2,3,1024
__global__ void __launch_bounds__(256) productOf128(const float *A, const float *B, float *C, int n) {
  __shared__ float a[8][132], b[8][128];
  const int t = threadIdx.x, x = t % 16, y = t / 16, width = gridDim.x * 128;
  const int row = blockIdx.y * 128, column = blockIdx.x * 128;
  float sum[8][8] = {};
  for (int k = 0; k < n; k += 8) {
    const float4 v = *(const float4 *)&A[(row + t / 2) * n + k + t % 2 * 4];
    a[t % 2 * 4][t / 2] = v.x;
    a[t % 2 * 4 + 1][t / 2] = v.y;
    a[t % 2 * 4 + 2][t / 2] = v.z;
    a[t % 2 * 4 + 3][t / 2] = v.w;
    *(float4 *)&b[t / 32][t % 32 * 4] = *(const float4 *)&B[(k + t / 32) * width + column + t % 32 * 4];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < 8; ++i)
        for (int l = 0; l < 8; ++l)
          sum[i][l] += a[j][y * 8 + i] * b[j][x + 16 * l];
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    for (int l = 0; l < 8; ++l)
      C[(row + y * 8 + i) * width + column + x + 16 * l] = sum[i][l];
}

// time: float 32,32 33,32,1024 4,4,512
__global__ void productOf32(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][32], b[32][32];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32;
  const int row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    a[y][x] = A[row * n + k + x];
    b[y][x] = B[(k + y) * width + column];
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum += a[y][j] * b[j][x];
    __syncthreads();
  }
  C[row * width + column] = sum;
}

// time: float 64,2 64,40,1024 8,6,1024
__global__ void stripOfRows(const float *A, const float *B, float *C, int n) {
  __shared__ float a[8][32];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 64 + x, width = gridDim.x * 64;
  const int row = blockIdx.y * 8, column = blockIdx.x * 64 + x;
  float sum[4] = {};
  for (int k = 0; k < n; k += 32) {
    for (int i = t; i < 256; i += 128)
      a[i / 32][i % 32] = A[(row + i / 32) * n + k + i % 32];
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      const float v = B[(k + j) * width + column];
      for (int i = 0; i < 4; ++i)
        sum[i] += a[y * 4 + i][j] * v;
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    C[(row + y * 4 + i) * width + column] = sum[i];
}

// time: float 16,8 32,33,2048 4,4,1024
__global__ void transposedByPlain(const float *A, const float *B, float *C, int n) {
  __shared__ float a[16][32], b[16][64];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
  const int height = gridDim.y * 32, width = gridDim.x * 64, row = blockIdx.y * 32, column = blockIdx.x * 64;
  float4 sum[4] = {};
  for (int k = 0; k < n; k += 16) {
    *(float4 *)&a[t / 8][t % 8 * 4] = *(const float4 *)&A[(k + t / 8) * height + row + t % 8 * 4];
    for (int i = 0; i < 2; ++i)
      *(float4 *)&b[y + 8 * i][x * 4] = *(const float4 *)&B[(k + y + 8 * i) * width + column + x * 4];
    __syncthreads();
    for (int j = 0; j < 16; ++j) {
      const float4 v = *(const float4 *)&b[j][x * 4];
      for (int i = 0; i < 4; ++i) {
        const float u = a[j][y * 4 + i];
        sum[i].x += u * v.x;
        sum[i].y += u * v.y;
        sum[i].z += u * v.z;
        sum[i].w += u * v.w;
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    *(float4 *)&C[(row + y * 4 + i) * width + column + x * 4] = sum[i];
}

// time: float 16,16 24,24,0 6,6,0
__global__ void lowerTriangle(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][33], b[32][33];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32;
  const int row = blockIdx.y * 32, column = blockIdx.x * 32;
  float sum[2][2] = {};
  for (int k = 0; k <= row + n; k += 32) {
    for (int i = 0; i < 2; ++i)
      for (int l = 0; l < 2; ++l) {
        a[y + 16 * i][x + 16 * l] = A[(row + y + 16 * i) * width + k + x + 16 * l];
        b[y + 16 * i][x + 16 * l] = B[(k + y + 16 * i) * width + column + x + 16 * l];
      }
    __syncthreads();
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

// time: float 128,1 528,1,4096 40,1,2048
__global__ void matrixByVector(const float *A, const float *B, float *C, int n) {
  __shared__ float a[128][17], v[16];
  const int t = threadIdx.x, row = blockIdx.x * 128;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    for (int i = t; i < 128 * 16; i += 128)
      a[i / 16][i % 16] = A[(row + i / 16) % 1024 * n + k + i % 16];
    if (t < 16)
      v[t] = B[k + t];
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      sum += a[t][j] * v[j];
    __syncthreads();
  }
  C[row + t] = sum;
}

// time: float 32,8 32,32,2048 5,4,512
__global__ void scaledAndShifted(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][36], b[32][36];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32;
  const int row = blockIdx.y * 32, column = blockIdx.x * 32 + x;
  float sum[4] = {};
  for (int k = 0; k < n; k += 32) {
    for (int i = y; i < 32; i += 8) {
      a[i][x] = 0.5f * A[(row + i) * n + k + x] + 0.25f;
      b[i][x] = fmaxf(B[(k + i) * width + column], 0.0f);
    }
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 32; ++j)
      for (int i = 0; i < 4; ++i)
        sum[i] += a[y + 8 * i][j] * b[j][x];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    C[(row + y + 8 * i) * width + column] = sum[i];
}
