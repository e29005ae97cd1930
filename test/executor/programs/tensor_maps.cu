//===- tensor_maps.cu - Loops for tensor maps, launched in several ways ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   tensor_maps OFFSET COLUMNS ROWS [configured | near | far]
//
// Sums of rows of T elements, of an array that begins OFFSET elements behind an
// aligned address, with rows of COLUMNS elements, by blocks of T x ROWS
// threads; compared with those of the host. Launched by a configuration, the
// same of tiles of which two stages are dynamic shared memory; near and far are
// these alone, of blocks whose elements are few or 2^31 apart.
//===----------------------------------------------------------------------===//
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

template <int T>
__global__ void sums(const float *A, float *C, int columns, int tiles) {
  __shared__ float As[T][T];
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    for (int r = threadIdx.y; r < T; r += blockDim.y)
      As[r][threadIdx.x] = A[r * columns + k * T + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[i][threadIdx.x] * (i + 1);
    __syncthreads();
  }
  if (threadIdx.y == 0)
    C[threadIdx.x] = sum;
}

__global__ void large(const float *A, float *C, int columns, int tiles,
                      int apart) {
  __shared__ float As[128][64];
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    for (int r = threadIdx.y; r < 128; r += blockDim.y)
      As[r][threadIdx.x] =
          A[blockIdx.x * apart + r * columns + k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i][threadIdx.x] * (i + 1);
    __syncthreads();
  }
  if (threadIdx.y == 0)
    C[threadIdx.x] = sum;
}

/// As the host computes it.
bool isSum(const std::vector<float> &host, const std::vector<float> &out,
           int columns, int height, int tiles) {
  for (size_t x = 0; x < out.size(); ++x) {
    float want = 0.0f;
    for (int k = 0; k < tiles; ++k)
      for (int i = 0; i < height; ++i)
        want += host[i * columns + k * out.size() + x] * (i + 1);
    if (out[x] != want)
      return false;
  }
  return true;
}

bool isLargeRight(int offset, int columns, int apart) {
  std::vector<float> host(128 * columns + 128), out(64);
  for (size_t i = 0; i < host.size(); ++i)
    host[i] = static_cast<float>(i * 7 % 31);
  float *A = nullptr, *C = nullptr;
  cudaMalloc(&A, (host.size() + offset) * sizeof(float));
  cudaMalloc(&C, out.size() * sizeof(float));
  const float *from = A + offset;
  cudaMemcpy(A + offset, host.data(), host.size() * sizeof(float),
             cudaMemcpyHostToDevice);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(64, 8);
  config.dynamicSmemBytes = 0;
  if (cudaLaunchKernelEx(&config, large, from, C, columns, 2, apart) !=
          cudaSuccess ||
      cudaDeviceSynchronize() != cudaSuccess)
    return false;
  cudaMemcpy(out.data(), C, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  return isSum(host, out, columns, 128, 2);
}

template <int T>
bool isRight(int offset, int columns, int rows, bool configured) {
  const int tiles = 3, count = T * columns + 64;
  std::vector<float> host(count + offset), out(T);
  for (size_t i = 0; i < host.size(); ++i)
    host[i] = static_cast<float>(i * 7 % 31);
  float *A = nullptr, *C = nullptr;
  cudaMalloc(&A, host.size() * sizeof(float));
  cudaMalloc(&C, T * sizeof(float));
  cudaMemcpy(A, host.data(), host.size() * sizeof(float),
             cudaMemcpyHostToDevice);
  const float *from = A + offset;
  int width = columns, count_of_tiles = tiles;
  void *arguments[] = {&from, &C, &width, &count_of_tiles};
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(T, rows);
  if (configured)
    cudaLaunchKernelEx(&config, sums<T>, from, C, columns, 3);
  else if (T == 16)
    sums<T><<<1, dim3(T, rows)>>>(from, C, columns, tiles);
  else
    cudaLaunchKernel((const void *)sums<T>, dim3(1), dim3(T, rows), arguments);
  if (cudaGetLastError() != cudaSuccess ||
      cudaDeviceSynchronize() != cudaSuccess)
    return false;
  cudaMemcpy(out.data(), C, T * sizeof(float), cudaMemcpyDeviceToHost);
  return isSum({host.begin() + offset, host.end()}, out, columns, T, tiles);
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  const int offset = std::atoi(argv[1]), columns = std::atoi(argv[2]),
            rows = std::atoi(argv[3]);
  auto is = [&](const char *way) {
    return argc > 4 && !std::strcmp(argv[4], way);
  };
  const bool configured = is("configured");
  const bool right =
      is("near")  ? isLargeRight(offset, columns, 64)
      : is("far") ? isLargeRight(offset, columns, 0x7fffffff)
                  : isRight<16>(offset, columns, rows, configured) &&
                        isRight<32>(offset, columns, rows, configured) &&
                        (!configured || isLargeRight(offset, columns, 0));
  std::puts(right ? "right" : "WRONG");
  return right ? 0 : 1;
}
