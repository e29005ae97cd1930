// Every element against a list that passes through shared memory in tiles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_runtime.h>

// time: float 256,1 264,1,8192 20,1,4096
__global__ void gravity(const float *A, const float *B, float *C, int n) {
  __shared__ float4 body[256];
  const int t = threadIdx.x, at = blockIdx.x * 256 + t;
  const float4 own = ((const float4 *)A)[at];
  float3 sum = {0, 0, 0};
  for (int k = 0; k < n; k += 256) {
    body[t] = ((const float4 *)B)[k + t];
    __syncthreads();
    for (int j = 0; j < 256; ++j) {
      const float x = body[j].x - own.x, y = body[j].y - own.y, z = body[j].z - own.z;
      const float r = rsqrtf(x * x + y * y + z * z + 0.01f), w = body[j].w * r * r * r;
      sum.x += x * w;
      sum.y += y * w;
      sum.z += z * w;
    }
    __syncthreads();
  }
  C[at * 3] = sum.x;
  C[at * 3 + 1] = sum.y;
  C[at * 3 + 2] = sum.z;
}

// time: float 64,1 1056,1,4096 66,1,2048
__global__ void shortRange(const float *A, const float *B, float *C, int n) {
  __shared__ float x[64], y[64], z[64];
  const int t = threadIdx.x, at = blockIdx.x * 64 + t;
  const float ox = A[at * 3], oy = A[at * 3 + 1], oz = A[at * 3 + 2];
  float energy = 0;
  for (int k = 0; k < n; k += 64) {
    x[t] = B[(k + t) * 3];
    y[t] = B[(k + t) * 3 + 1];
    z[t] = B[(k + t) * 3 + 2];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      const float r = (x[j] - ox) * (x[j] - ox) + (y[j] - oy) * (y[j] - oy) + (z[j] - oz) * (z[j] - oz);
      if (r < 0.5f && r > 0.0f) {
        const float s = 0.01f / r, c = s * s * s;
        energy += c * c - c;
      }
    }
    __syncthreads();
  }
  C[at] = energy;
}

// time: float 128,1 528,1,2048 33,1,1024
__global__ void nearestCentre(const float *A, const float *B, float *C, int n) {
  __shared__ float centre[16][8];
  const int t = threadIdx.x, at = blockIdx.x * 128 + t;
  float own[8], best = 1e30f;
  int which = 0;
  for (int i = 0; i < 8; ++i)
    own[i] = A[at * 8 + i];
  for (int k = 0; k < n; k += 16) {
    centre[t / 8][t % 8] = B[k * 8 + t];
    __syncthreads();
    for (int j = 0; j < 16; ++j) {
      float r = 0;
      for (int i = 0; i < 8; ++i)
        r += (own[i] - centre[j][i]) * (own[i] - centre[j][i]);
      if (r < best) {
        best = r;
        which = k + j;
      }
    }
    __syncthreads();
  }
  C[at] = best + which;
}

// time: float 16,16 40,40,512 6,6,512
__global__ void pairDistances(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][17], b[32][17];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32;
  const int row = blockIdx.y * 32, column = blockIdx.x * 32;
  float sum[2][2] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = 0; i < 2; ++i) {
      a[y + 16 * i][x] = A[(row + y + 16 * i) * n + k + x];
      b[y + 16 * i][x] = B[(column + y + 16 * i) * n + k + x];
    }
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      for (int i = 0; i < 2; ++i)
        for (int l = 0; l < 2; ++l)
          sum[i][l] += fabsf(a[y + 16 * i][j] - b[x + 16 * l][j]);
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int l = 0; l < 2; ++l)
      C[(row + y + 16 * i) * width + column + x + 16 * l] = sum[i][l];
}

// time: float 256,1 264,1,4096 30,1,2048
__global__ void kernelDensity(const float *A, const float *B, float *C, int n) {
  __shared__ float point[128], weight[128];
  const int t = threadIdx.x, at = blockIdx.x * 256 + t;
  const float own = A[at];
  float sum = 0;
  for (int k = 0; k < n; k += 128) {
    if (t < 128)
      point[t] = A[k + t];
    else
      weight[t - 128] = B[k + t - 128];
    __syncthreads();
    for (int j = 0; j < 128; ++j)
      sum += weight[j] * __expf(-4 * (point[j] - own) * (point[j] - own));
    __syncthreads();
  }
  C[at] = sum;
}

// time: float 32,4 64,64,1024 8,8,1024
__global__ void chargesOnGrid(const float *A, const float *B, float *C, int n) {
  __shared__ float4 charge[32];
  const int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 32 + x, row = blockIdx.y * 4 + y;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    if (y == 0)
      charge[x] = ((const float4 *)A)[k + x];
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      const float dx = charge[j].x * 256 - column, dy = charge[j].y * 256 - row, dz = charge[j].z;
      sum += charge[j].w * rsqrtf(dx * dx + dy * dy + dz * dz + 1);
    }
    __syncthreads();
  }
  C[row * gridDim.x * 32 + column] = sum + B[column];
}

// time: float 128,1 264,1,8192 16,1,4096
__global__ void twoLeast(const float *A, const float *B, float *C, int n) {
  __shared__ float2 point[128];
  const int t = threadIdx.x, at = blockIdx.x * 128 + t;
  const float2 own = ((const float2 *)A)[at];
  float first = 1e30f, second = 1e30f;
  for (int k = 0; k < n; k += 128) {
    point[t] = ((const float2 *)B)[k + t];
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < 128; ++j) {
      const float x = point[j].x - own.x, y = point[j].y - own.y, r = x * x + y * y;
      second = fminf(second, fmaxf(first, r));
      first = fminf(first, r);
    }
    __syncthreads();
  }
  C[at] = first;
  C[gridDim.x * 128 + at] = second;
}

// time: float 96,1 660,1,3072 44,1,1536
__global__ void waves(const float *A, const float *B, float *C, int n) {
  __shared__ float amplitude[96], phase[96];
  const int t = threadIdx.x, at = blockIdx.x * 96 + t;
  float sum = 0;
  for (int k = 0; k < n; k += 96) {
    amplitude[t] = A[k + t];
    phase[t] = B[k + t] * 3.0f;
    __syncthreads();
    for (int j = 0; j < 96; ++j)
      sum += amplitude[j] * __sinf(phase[j] * (at % 64) + j);
    __syncthreads();
  }
  C[at] = sum;
}
