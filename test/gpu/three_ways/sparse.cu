// Lists of indices, blocks that are there or not, bands. An index is taken modulo a power of two.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_runtime.h>

// time: float 128,1 264,1,512 16,1,512
__global__ void fixedWidthRows(const float *A, const float *B, float *C, int n) {
  __shared__ float value[16][128];
  __shared__ int column[16][128];
  const int t = threadIdx.x, rows = gridDim.x * 128, row = blockIdx.x * 128 + t;
  const int *index = (const int *)B;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    for (int i = 0; i < 16; ++i) {
      value[i][t] = A[(k + i) * rows + row];
      column[i][t] = index[(k + i) * rows + row] & 4095;
    }
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      sum += value[j][t] * A[column[j][t]];
    __syncthreads();
  }
  C[row] = sum;
}

// time: float 16,16 32,66,512 4,8,256
__global__ void listedBlocks(const float *A, const float *B, float *C, int n) {
  __shared__ float a[16][17], b[16][32];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32, column = blockIdx.x * 32;
  const int *list = (const int *)B;
  float sum[2] = {};
  for (int k = 0; k < n; k += 16) {
    const int block = list[k / 16] & 63;
    a[y][x] = A[(blockIdx.y * n + k + y) * 16 + x];
    b[y][x] = A[(block * 16 + y) * width + column + x];
    b[y][x + 16] = A[(block * 16 + y) * width + column + x + 16];
    __syncthreads();
    for (int j = 0; j < 16; ++j) {
      sum[0] += a[y][j] * b[j][x];
      sum[1] += a[y][j] * b[j][x + 16];
    }
    __syncthreads();
  }
  C[(blockIdx.y * 16 + y) * width + column + x] = sum[0];
  C[(blockIdx.y * 16 + y) * width + column + x + 16] = sum[1];
}

// time: float 32,8 16,66,1024 2,8,1024
__global__ void gatheredRows(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][32];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32, column = blockIdx.x * 32 + x;
  const int *list = (const int *)B + blockIdx.y * n;
  float sum = 0, most = -1e30f;
  for (int k = 0; k < n; k += 32) {
    for (int i = y; i < 32; i += 8)
      a[i][x] = A[(list[k + i] & 8191) * width + column];
    __syncthreads();
    for (int j = 0; j < 4; ++j) {
      sum += a[y + 8 * j][x] * a[j][31 - x];
      most = fmaxf(most, a[j * 8 + y][x]);
    }
    __syncthreads();
  }
  C[(blockIdx.y * 8 + y) * width + column] = sum * most;
}

// time: float 128,1 528,1,512 33,1,512
__global__ void band(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][128], v[160];
  const int t = threadIdx.x, rows = gridDim.x * 128, row = blockIdx.x * 128;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 32; ++i)
      a[i][t] = A[(k + i) % 256 * rows + row + t];
    v[t] = B[row + k + t];
    if (t < 32)
      v[128 + t] = B[row + k + 128 + t];
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum += a[j][t] * v[t + j];
    __syncthreads();
  }
  C[row + t] = sum;
}

// time: int 256,1 264,1,16384 18,1,8192
__global__ void commonMembers(const int *A, const int *B, int *C, int n) {
  __shared__ int list[256];
  const int t = threadIdx.x;
  const int first = A[blockIdx.x * 512 + t], second = A[blockIdx.x * 512 + 256 + t];
  int count = 0;
  for (int k = 0; k < n; k += 256) {
    list[t] = B[k + t];
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      count += (list[j] == first) + 2 * (list[j] == second);
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = count;
}

// time: int 32,8 33,32,1024 4,4,1024
__global__ void edgesAsBits(const unsigned *A, const unsigned *B, int *C, int n) {
  __shared__ unsigned a[64][33], b[32][33];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 64, column = blockIdx.x * 32;
  int sum[8] = {};
  for (int k = 0; k < n; k += 32) {
    for (int i = y; i < 64; i += 8)
      a[i][x] = A[(row + i) * n + k + x];
    for (int i = y; i < 32; i += 8)
      b[i][x] = B[(column + i) * n + k + x];
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      for (int i = 0; i < 8; ++i)
        sum[i] += __popc(a[y + 8 * i][j] ^ b[x][j]);
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    C[(row + y + 8 * i) * gridDim.x * 32 + column + x] = sum[i];
}

// time: float 64,4 132,1,4096 9,1,2048
__global__ void weightedBag(const float *A, const float *B, float *C, int n) {
  __shared__ float a[16][64], weight[16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int *list = (const int *)B + blockIdx.x * n;
  float sum[4] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = y; i < 16; i += 4) {
      const int at = list[k + i] & 4095;
      a[i][x] = A[at * 64 + x];
    }
    if (y == 0 && x < 16)
      weight[x] = A[blockIdx.x * n + k + x];
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      for (int i = 0; i < 4; ++i)
        sum[i] += weight[j] * a[j][(x + i) % 64];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    C[(blockIdx.x * 16 + y * 4 + i) * 64 + x] = sum[i];
}

// time: float 32,4 64,33,0 8,4,0
__global__ void upToDiagonal(const float *A, const float *B, float *C, int n) {
  __shared__ float a[4][32], v[32];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 32, batch = blockIdx.y * 4, width = gridDim.x * 32;
  float sum = 0;
  for (int k = 0; k < row + 32 + n; k += 32) {
    a[y][x] = A[(batch + y) * width + k + x];
    if (y == 0)
      v[x] = B[k + x];
    __syncthreads();
    for (int j = 0; j < 32; ++j)
      sum += a[y][j] * v[(x + j) % 32] * (k + j <= row + x ? 1.0f : 0.25f);
    __syncthreads();
  }
  C[(batch + y) * width + row + x] = sum;
}
