// Scores, soft maxima and other sums over keys.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_fp16.h>

// time: float 64,1 528,1,2048 33,1,1024
__global__ void attention(const float *A, const float *B, float *C, int n) {
  __shared__ float key[32][32], value[32][32];
  const int t = threadIdx.x, query = blockIdx.x * 64 + t;
  float own[32], sum[32] = {}, top = -1e30f, all = 0;
  for (int i = 0; i < 32; ++i)
    own[i] = A[query * 32 + i] * 0.17f;
  for (int k = 0; k < n; k += 32) {
    for (int i = t; i < 1024; i += 64) {
      key[i / 32][i % 32] = B[k * 32 + i];
      value[i / 32][i % 32] = B[(n + k) * 32 + i];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      float score = 0;
      for (int i = 0; i < 32; ++i)
        score += own[i] * key[j][i];
      const float high = fmaxf(top, score), keep = __expf(top - high), weight = __expf(score - high);
      all = all * keep + weight;
      top = high;
      for (int i = 0; i < 32; ++i)
        sum[i] = sum[i] * keep + weight * value[j][i];
    }
    __syncthreads();
  }
  for (int i = 0; i < 32; ++i)
    C[query * 32 + i] = sum[i] / all;
}

// time: float 128,1 528,1,2048 32,1,1024
__global__ void mostLikeKey(const float *A, const float *B, float *C, int n) {
  __shared__ float4 key[32][4];
  const int t = threadIdx.x, query = blockIdx.x * 128 + t;
  float4 own[4];
  for (int i = 0; i < 4; ++i)
    own[i] = ((const float4 *)A)[query * 4 + i];
  float best = -1e30f, at = 0;
  for (int k = 0; k < n; k += 32) {
    key[t / 4][t % 4] = ((const float4 *)B)[k * 4 + t];
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      float score = 0;
      for (int i = 0; i < 4; ++i)
        score += own[i].x * key[j][i].x + own[i].y * key[j][i].y + own[i].z * key[j][i].z + own[i].w * key[j][i].w;
      if (score > best) {
        best = score;
        at = float(k + j);
      }
    }
    __syncthreads();
  }
  C[query * 2] = best;
  C[query * 2 + 1] = at;
}

// time: half 32,8 33,32,2048 4,4,1024
__global__ void halfScores(const half *A, const half *B, float *C, int n) {
  __shared__ half q[32][66], k[32][66];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32, row = blockIdx.y * 32, column = blockIdx.x * 32;
  float sum[4] = {};
  for (int d = 0; d < n; d += 64) {
    for (int i = y; i < 32; i += 8) {
      *(half2 *)&q[i][2 * x] = *(const half2 *)&A[(row + i) * n + d + 2 * x];
      *(half2 *)&k[i][2 * x] = *(const half2 *)&B[(column + i) * n + d + 2 * x];
    }
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      const float2 v = __half22float2(*(half2 *)&k[x][j]);
      for (int i = 0; i < 4; ++i) {
        const float2 u = __half22float2(*(half2 *)&q[y + 8 * i][j]);
        sum[i] += u.x * v.x + u.y * v.y;
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    C[(row + y + 8 * i) * width + column + x] = __expf(0.01f * sum[i]);
}

// time: float 32,4 132,8,2048 8,4,1024
__global__ void stateOfKeys(const float *A, const float *B, float *C, int n) {
  __shared__ float key[8][32], value[8][32];
  const int x = threadIdx.x, y = threadIdx.y, head = blockIdx.y * gridDim.x + blockIdx.x;
  float state[8] = {};
  for (int k = 0; k < n; k += 8) {
    for (int i = y; i < 8; i += 4) {
      key[i][x] = A[(head % 64 * n + k + i) * 32 + x];
      value[i][x] = B[(head % 64 * n + k + i) * 32 + x];
    }
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < 8; ++i)
        state[i] = 0.99f * state[i] + key[j][y * 8 + i] * value[j][x];
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    C[(head * 32 + y * 8 + i) * 32 + x] = state[i];
}

// time: float 16,16 40,40,512 6,6,512
__global__ void cosines(const float *A, const float *B, float *C, int n) {
  __shared__ float a[16][33], b[16][33];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16, column = blockIdx.x * 16;
  float dot = 0, u = 0, v = 0;
  for (int k = 0; k < n; k += 32) {
    a[y][x] = A[(row + y) * n + k + x];
    a[y][x + 16] = A[(row + y) * n + k + x + 16];
    b[y][x] = B[(column + y) * n + k + x];
    b[y][x + 16] = B[(column + y) * n + k + x + 16];
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      dot += a[y][j] * b[x][j];
      u += a[y][j] * a[y][j];
      v += b[x][j] * b[x][j];
    }
    __syncthreads();
  }
  C[(row + y) * gridDim.x * 16 + column + x] = dot * rsqrtf(u * v + 1e-6f);
}

// time: float 32,32 32,33,1024 5,4,512
__global__ void shortestPaths(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][33], b[32][33];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32, row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
  float least = 1e30f;
  for (int k = 0; k < n; k += 32) {
    a[y][x] = A[row * n + k + x];
    b[y][x] = B[(k + y) * width + column];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; ++j)
      least = fminf(least, a[y][j] + b[j][x]);
    __syncthreads();
  }
  C[row * width + column] = least;
}

// time: float 256,1 1056,1,4096 66,1,4096
__global__ void softMaximumOfRow(const float *A, const float *B, float *C, int n) {
  __shared__ float a[256], scale[256];
  const int t = threadIdx.x, row = blockIdx.x % 1024;
  float top = -1e30f, all = 0;
  for (int k = 0; k < n; k += 256) {
    a[t] = A[row * n + k + t];
    scale[t] = B[k + t];
    __syncthreads();
    for (int j = t % 32; j < 256; j += 32) {
      const float v = a[j] * scale[j], high = fmaxf(top, v);
      all = all * __expf(top - high) + __expf(v - high);
      top = high;
    }
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = top + __logf(all);
}

// time: float 16,8 64,66,256 6,8,256
__global__ void secondLayer(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][9], b[8][32], scale[8];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, width = gridDim.x * 32, row = blockIdx.y * 32, column = blockIdx.x * 32;
  float sum[4][2] = {};
  for (int k = 0; k < n; k += 8) {
    for (int i = t; i < 256; i += 128) {
      a[i / 8][i % 8] = A[(row + i / 8) * n + k + i % 8];
      b[i / 32][i % 32] = B[(k + i / 32) * width + column + i % 32];
    }
    if (t < 8)
      scale[t] = B[k + t];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < 4; ++i)
        for (int l = 0; l < 2; ++l) {
          const float v = a[y + 8 * i][j] * scale[j];
          sum[i][l] += v / (1 + __expf(-v)) * b[j][x + 16 * l];
        }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int l = 0; l < 2; ++l)
      C[(row + y + 8 * i) * width + column + x + 16 * l] = sum[i][l];
}
