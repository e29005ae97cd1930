// Sums over tiles, series, transforms, tables: little arithmetic, or an order that must be kept.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_runtime.h>

// time: float 256,1 528,1,16384 33,1,8192
__global__ void logOfProducts(const float *A, const float *B, float *C, int n) {
  __shared__ float a[256];
  const int t = threadIdx.x, row = blockIdx.x % 1024;
  float sum = B[t];
  for (int k = 0; k < n; k += 256) {
    a[t] = A[row * n + k + t];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      sum += __logf(1.5f + a[t ^ (1 << j)] * a[t]);
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = sum;
}

// time: float 32,8 32,33,1024 3,4,1024
__global__ void covariance(const float *A, const float *B, float *C, int n) {
  __shared__ float a[32][32], b[32][32];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32, column = blockIdx.x * 32, row = blockIdx.y * 32;
  float sum[4] = {}, mean[4] = {}, own = 0;
  for (int k = 0; k < n; k += 32) {
    for (int i = y; i < 32; i += 8) {
      a[i][x] = A[(k + i) * width + column + x];
      b[i][x] = B[(k + i) * 2048 + row + x];
    }
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      own += a[j][x];
      for (int i = 0; i < 4; ++i) {
        sum[i] += a[j][x] * b[j][y * 4 + i];
        mean[i] += b[j][y * 4 + i];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    C[(row + y * 4 + i) * width + column + x] = sum[i] / n - own / n * (mean[i] / n);
}

// time: float 64,1 264,4,2048 20,2,1024
__global__ void discreteFourier(const float *A, const float *B, float *C, int n) {
  __shared__ float signal[64], window[64];
  const int t = threadIdx.x, at = blockIdx.x * 64 + t;
  float real = 0, imaginary = 0;
  for (int k = 0; k < n; k += 64) {
    signal[t] = A[blockIdx.y * n + k + t];
    window[t] = B[k + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      float sine, cosine;
      __sincosf(float((k + j) * at % 4096) * 0.00153398f, &sine, &cosine);
      real += signal[j] * window[j] * cosine;
      imaginary -= signal[j] * window[j] * sine;
    }
    __syncthreads();
  }
  C[(blockIdx.y * gridDim.x * 64 + at) * 2] = real;
  C[(blockIdx.y * gridDim.x * 64 + at) * 2 + 1] = imaginary;
}

// time: float 128,1 1056,1,2048 66,1,2048
__global__ void polynomials(const float *A, const float *B, float *C, int n) {
  __shared__ float coefficient[128];
  const int t = threadIdx.x, at = blockIdx.x * 128 + t;
  const float x = A[at] * 0.9f, z = B[at] * 0.9f;
  float p = 0, q = 0;
  for (int k = 0; k < n; k += 128) {
    coefficient[t] = A[k + t];
    __syncthreads();
#pragma unroll 16
    for (int j = 0; j < 128; ++j) {
      p = p * x + coefficient[j];
      q = q * z - coefficient[j];
    }
    __syncthreads();
  }
  C[at] = p + q;
}

// time: int 256,1 528,1,65536 40,1,32768
__global__ void histogram(const unsigned *A, const unsigned *B, int *C, int n) {
  __shared__ unsigned values[256];
  const int t = threadIdx.x, from = blockIdx.x % 128 * n;
  int count = B[t] & 3;
  for (int k = 0; k < n; k += 256) {
    values[t] = A[from + k + t];
    __syncthreads();
    for (int j = t % 64; j < 256; j += 4)
      count += (values[j & 255] & 63) == t % 64;
    __syncthreads();
  }
  C[blockIdx.x * 256 + t] = count;
}

// time: int 128,1 264,1,4096 22,1,2048
__global__ void longestRun(const int *A, const int *B, int *C, int n) {
  __shared__ int text[128], other[160];
  const int t = threadIdx.x, from = blockIdx.x % 256 * n;
  int run = 0, longest = 0;
  for (int k = 0; k < n; k += 128) {
    text[t] = A[from + k + t] & 3;
    other[t] = B[k + t] & 3;
    if (t < 32)
      other[128 + t] = B[k + 128 + t] & 3;
    __syncthreads();
    for (int j = 0; j < 128; ++j) {
      run = text[j] == other[j + t % 32] ? run + 1 : 0;
      longest = max(longest, run);
    }
    __syncthreads();
  }
  C[blockIdx.x * 128 + t] = longest;
}

// time: float 32,8 264,1,8192 16,1,4096
__global__ void movingExtremes(const float *A, const float *B, float *C, int n) {
  __shared__ float a[8][64];
  const int x = threadIdx.x, y = threadIdx.y, row = (blockIdx.x * 8 + y) % 1024;
  float high = -1e30f, total = B[x];
  for (int k = 0; k < n; k += 32) {
    a[y][x] = A[row * n + k + x];
    a[y][x + 32] = A[row * n + k + x + 32];
    __syncthreads();
    float most = a[y][x];
    for (int j = 1; j < 32; ++j)
      most = fmaxf(most, a[y][x + j]);
    high = fmaxf(high, most);
    total += most;
    __syncthreads();
  }
  C[(blockIdx.x * 8 + y) * 32 + x] = total + high;
}

// time: float 256,1 264,1,2048 32,1,2048
__global__ void columnsByRunningSum(const float *A, const float *B, float *C, int n) {
  __shared__ float a[4][256], scale[4];
  const int t = threadIdx.x, width = gridDim.x * 256, column = blockIdx.x * 256 + t;
  float sum = 0, square = 0;
  for (int k = 0; k < n; k += 4) {
    for (int i = 0; i < 4; ++i)
      a[i][t] = A[(k + i) % 256 * width + column];
    if (t < 4)
      scale[t] = B[k + t];
    __syncthreads();
    for (int j = 0; j < 4; ++j) {
      const float v = a[j][t] * scale[j] - 0.125f * a[j][255 - t];
      sum += v;
      square += v * sum;
    }
    __syncthreads();
  }
  C[column] = square;
}
