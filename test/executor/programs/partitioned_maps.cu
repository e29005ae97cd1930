//===- partitioned_maps.cu - Blocks with threads that only copy -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   partitioned_maps KERNEL N
//
// A product of matrices of N x N, by blocks of two dimensions or of one, the
// latter launched in three ways; compared with the host's.
//===----------------------------------------------------------------------===//
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int T = 16;

__global__ void square(const float *A, const float *B, float *C, int n) {
  __shared__ float As[T][T], Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    As[ty][tx] = A[row * n + k + tx];
    Bs[ty][tx] = B[(k + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

__global__ void line(const float *A, const float *B, float *C, int n) {
  __shared__ float As[16][16], Bs[16][16];
  const int t = threadIdx.x;
  float sums[4];
  for (int i = 0; i < 4; ++i)
    sums[i] = 0;
  for (int k = 0; k < n; k += 16) {
    for (int e = t; e < 256; e += 64) {
      As[e / 16][e % 16] = A[(blockIdx.y * 16 + e / 16) * n + k + e % 16];
      Bs[e / 16][e % 16] = B[(k + e / 16) * n + blockIdx.x * 16 + e % 16];
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 4; ++j)
        sums[j] += As[t / 16 + 4 * j][i] * Bs[i][t % 16];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    C[(blockIdx.y * 16 + t / 16 + 4 * j) * n + blockIdx.x * 16 + t % 16] =
        sums[j];
}

int main(int, char **arguments) {
  const int n = atoi(arguments[2]), tiles = n / 16;
  std::vector<float> a(n * n), b(n * n), out(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i * 7 % 31);
    b[i] = static_cast<float>(i * 5 % 29);
  }
  float *A = nullptr, *B = nullptr, *C = nullptr;
  for (float **each : {&A, &B, &C})
    cudaMalloc(each, n * n * sizeof(float));
  cudaMemcpy(A, a.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(B, b.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
  if (!strcmp(arguments[1], "square"))
    square<<<dim3(tiles, tiles), dim3(16, 16)>>>(A, B, C, n);
  if (!strcmp(arguments[1], "line"))
    line<<<dim3(tiles, tiles), 64>>>(A, B, C, n);
  if (!strcmp(arguments[1], "called")) {
    int size = n;
    void *given[] = {&A, &B, &C, &size};
    cudaLaunchKernel((const void *)line, dim3(tiles, tiles), dim3(64), given, 0,
                     0);
  }
  if (!strcmp(arguments[1], "configured")) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(tiles, tiles);
    config.blockDim = dim3(64);
    cudaLaunchKernelEx(&config, line, (const float *)A, (const float *)B, C, n);
  }
  cudaMemcpy(out.data(), C, n * n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[r * n + k] * b[k * n + c];
      if (sum != out[r * n + c])
        return printf("%d, %d: %g, not %g\n", r, c, out[r * n + c], sum);
    }
  return cudaGetLastError();
}
