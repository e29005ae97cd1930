// Stencils, convolutions and correlations; the loop goes over planes, channels or shifts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_runtime.h>

// time: float 32,8 12,48,192 3,4,96
__global__ void blurOfPlanes(const float *A, const float *B, float *C, int n) {
  __shared__ float a[10][34];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x, width = gridDim.x * 32 + 2, height = gridDim.y * 8 + 2;
  const int row = blockIdx.y * 8, column = blockIdx.x * 32;
  float before = 0, now = 0;
  for (int k = 0; k < n; ++k) {
    for (int i = t; i < 340; i += 256)
      a[i / 34][i % 34] = A[(k * height + row + i / 34) * width + column + i % 34];
    __syncthreads();
    const float flat = a[y][x + 1] + a[y + 2][x + 1] + a[y + 1][x] + a[y + 1][x + 2] - 4 * a[y + 1][x + 1];
    C[(k * gridDim.y * 8 + row + y) * gridDim.x * 32 + column + x] = 0.2f * (flat + now) + before;
    before = now;
    now = flat * B[0];
    __syncthreads();
  }
}

// time: float 16,16 16,17,256 4,3,128
__global__ void threeByThree(const float *A, const float *B, float *C, int n) {
  __shared__ float a[18][18], w[9];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, width = gridDim.x * 16 + 2, height = gridDim.y * 16 + 2;
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    for (int i = t; i < 324; i += 256)
      a[i / 18][i % 18] = A[(k * height + row + i / 18) * width + column + i % 18];
    if (t < 9)
      w[t] = B[k * 9 + t];
    __syncthreads();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        sum += a[y + i][x + j] * w[i * 3 + j];
    __syncthreads();
  }
  C[(row + y) * gridDim.x * 16 + column + x] = sum;
}

// time: float 32,8 24,24,128 3,3,128
__global__ void fiveByFiveOfTwo(const float *A, const float *B, float *C, int n) {
  __shared__ float a[12][36], w[2][25];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x, width = gridDim.x * 32 + 4, height = gridDim.y * 8 + 4;
  const int row = blockIdx.y * 8, column = blockIdx.x * 32;
  float sum[2] = {};
  for (int k = 0; k < n; ++k) {
    for (int i = t; i < 12 * 36; i += 256)
      a[i / 36][i % 36] = A[(k * height + row + i / 36) * width + column + i % 36];
    if (t < 50)
      w[t / 25][t % 25] = B[k * 50 + t];
    __syncthreads();
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < 5; ++j) {
        sum[0] += a[y + i][x + j] * w[0][i * 5 + j];
        sum[1] += a[y + i][x + j] * w[1][i * 5 + j];
      }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    C[((i * gridDim.y + blockIdx.y) * 8 + y) * gridDim.x * 32 + column + x] = sum[i];
}

// time: float 128,1 528,1,4096 33,1,2048
__global__ void filterOfLine(const float *A, const float *B, float *C, int n) {
  __shared__ float a[256], w[128];
  const int t = threadIdx.x, at = blockIdx.x * 128;
  float sum = 0;
  for (int k = 0; k < n; k += 128) {
    a[t] = A[at + k + t];
    a[t + 128] = A[at + k + t + 128];
    w[t] = B[k + t];
    __syncthreads();
    for (int j = 0; j < 128; ++j)
      sum += a[t + j] * w[j];
    __syncthreads();
  }
  C[at + t] = sum;
}

// time: float 16,8 66,16,256 8,4,256
__global__ void searchOfBlock(const float *A, const float *B, float *C, int n) {
  __shared__ float a[16][32], b[16][16];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8, width = gridDim.x * 16 + 16;
  float sum = 0;
  for (int k = 0; k < n; k += 8) {
    for (int i = y; i < 16; i += 8) {
      a[i][x] = A[(row + k + i) * width + blockIdx.x * 16 + x];
      a[i][x + 16] = A[(row + k + i) * width + blockIdx.x * 16 + 16 + x];
      b[i][x] = B[(k + i) * 16 + x];
    }
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 16; ++j)
        sum += fabsf(a[y + i][x + j] - b[i][j]);
    __syncthreads();
  }
  C[(row + y) * gridDim.x * 16 + blockIdx.x * 16 + x] = sum;
}

// time: float 64,4 20,48,128 2,4,128
__global__ void weightedByDifference(const float *A, const float *B, float *C, int n) {
  __shared__ float a[6][66];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 64 + x, width = gridDim.x * 64 + 2, height = gridDim.y * 4 + 2;
  const int row = blockIdx.y * 4, column = blockIdx.x * 64;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    for (int i = t; i < 396; i += 256)
      a[i / 66][i % 66] = A[(k * height + row + i / 66) * width + column + i % 66];
    __syncthreads();
    const float middle = a[y + 1][x + 1];
    float weight = 0, value = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const float v = a[y + i][x + j], w = __expf(-(v - middle) * (v - middle));
        weight += w;
        value += w * v;
      }
    sum += value / weight;
    __syncthreads();
  }
  C[(row + y) * gridDim.x * 64 + column + x] = sum * B[0];
}

// time: float 32,8 16,33,512 2,6,256
__global__ void acrossChannels(const float *A, const float *B, float *C, int n) {
  __shared__ float a[8][32], w[32][8];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x, pixels = gridDim.x * 32, at = blockIdx.x * 32 + x;
  float sum[4] = {};
  for (int k = 0; k < n; k += 8) {
    a[y][x] = A[(k + y) * pixels + at];
    w[t / 8][t % 8] = B[(blockIdx.y * 32 + t / 8) * n + k + t % 8];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < 4; ++i)
        sum[i] += a[j][x] * w[y + 8 * i][j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    C[(blockIdx.y * 32 + y + 8 * i) * pixels + at] = fmaxf(sum[i], 0);
}

// time: float 128,1 240,4,256 16,4,128
__global__ void starOfRows(const float *A, const float *B, float *C, int n) {
  __shared__ float a[136];
  const int t = threadIdx.x, width = gridDim.x * 128 + 8, from = blockIdx.y * n, column = blockIdx.x * 128;
  float column0 = 0, column1 = 0, column2 = 0, sum = B[t];
  for (int k = 0; k < n; ++k) {
    a[t] = A[(from + k) * width + column + t];
    if (t < 8)
      a[128 + t] = A[(from + k) * width + column + 128 + t];
    __syncthreads();
    float flat = a[t + 4] * 0.5f;
    for (int j = 1; j <= 4; ++j)
      flat += (a[t + 4 - j] + a[t + 4 + j]) * (0.1f / j);
    sum = 0.9f * sum + flat + 0.25f * column0 - column1 * column2;
    column0 = column1;
    column1 = column2;
    column2 = flat;
    __syncthreads();
  }
  C[blockIdx.y * gridDim.x * 128 + column + t] = sum;
}
