// What holds on the way that is followed must hold on every other way, too. The
// trials do not come to those: they run fewer blocks.
// RUN: %pipeline-rewrite %s %builtin --layout=pad --variant=none --verify=kernels 2>&1 >/dev/null | grep 'rows of' | FileCheck %s

#include <cuda_fp16.h>
#include <mma.h>

__device__ const half *given(const half *tile, const half *other, bool wants) {
  if (wants)
    return other;
  return tile;
}
__device__ const half *first(const half *tile) { return tile; }

#define FRAGMENTS                                                              \
  using namespace nvcuda;                                                      \
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;         \
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;         \
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;                   \
  wmma::fill_fragment(sums, 0.0f);

// CHECK: 'As' left as they are: wmma is told another distance of rows than that of the tile
__global__ void either(const half *A, float *C, int n) {
  __shared__ half As[16][32];
  const int t = threadIdx.x;
  FRAGMENTS
  for (int k = 0; k < n; k += 512) {
    for (int r = 0; r < 16; ++r)
      As[r][t] = A[k + 32 * r + t];
    __syncthreads();
    wmma::load_matrix_sync(a, given(&As[0][0], A, blockIdx.x > 700), 32);
    wmma::load_matrix_sync(b, As[0] + 16, 32);
    wmma::mma_sync(sums, a, b, sums);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, sums, 16, wmma::mem_row_major);
}

// CHECK: 'As' padded by 8 elements, in 'certain'
__global__ void certain(const half *A, float *C, int n) {
  __shared__ half As[16][32];
  const int t = threadIdx.x;
  FRAGMENTS
  for (int k = 0; k < n; k += 512) {
    for (int r = 0; r < 16; ++r)
      As[r][t] = A[k + 32 * r + t];
    __syncthreads();
    wmma::load_matrix_sync(a, first(&As[0][0]), 32);
    wmma::load_matrix_sync(b, As[0] + 16, 32);
    wmma::mma_sync(sums, a, b, sums);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, sums, 16, wmma::mem_row_major);
}

// With a constant row a column that goes on is a walk through the rows, whichever stage it is of.
// CHECK: 'As' left as they are: with a constant row its column may pass the row's end
__global__ void stages(const float *A, float *C, int n) {
  __shared__ float As[2][8][32];
  const int t = threadIdx.x;
  int stage = 0;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    for (int r = 0; r < 8; ++r)
      As[stage][r][t] = A[k + 32 * r + t];
    __syncthreads();
    for (int c = 0; c < 32; ++c) {
      sum += As[stage][t % 8][c];
      if (blockIdx.x > 700)
        sum += As[stage][0][t * 8 + c % 8];
    }
    __syncthreads();
    stage ^= 1;
  }
  C[t] = sum;
}

// CHECK: 'As' padded by 1 element, in 'stages_by_rows'
__global__ void stages_by_rows(const float *A, float *C, int n) {
  __shared__ float As[2][8][32];
  const int t = threadIdx.x;
  int stage = 0;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    for (int r = 0; r < 8; ++r)
      As[stage][r][t] = A[k + 32 * r + t];
    __syncthreads();
    for (int c = 0; c < 32; ++c)
      sum += As[stage][t % 8][c] + As[stage][0][c];
    __syncthreads();
    stage ^= 1;
  }
  C[t] = sum;
}

enum Size { Columns = 32 };
namespace other {
enum Size { Columns = 32 };
constexpr int operator+(Size e, int i) { return int(e) + i + 1; }
} // namespace other

#define LOOP(...)                                                              \
  const int t = threadIdx.x;                                                   \
  float sum = 0.0f;                                                            \
  for (int k = 0; k < n; k += 256) {                                           \
    for (int r = 0; r < 8; ++r)                                                \
      As[r][t] = A[k + 32 * r + t];                                            \
    __syncthreads();                                                           \
    for (int c = 0; c < 32; ++c)                                               \
      sum += As[t % 8][c];                                                     \
    __VA_ARGS__;                                                               \
    __syncthreads();                                                           \
  }                                                                            \
  C[t] = sum;

// CHECK: 'As' left as they are
__global__ void own_sum(const float *A, float *C, int n) {
  __shared__ float As[8][other::Columns];
  LOOP()
}

// CHECK: 'As' padded by 1 element, in 'named_columns'
__global__ void named_columns(const float *A, float *C, int n) {
  __shared__ float As[8][Columns];
  LOOP()
}

namespace other {
__device__ int warpSize = 64;
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void own_warp_size(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  LOOP(const float *row = As[t % 4]; sum += row[t % other::warpSize])
}

// CHECK: 'As' padded by 2 elements, in 'warp_size'
__global__ void warp_size(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  LOOP(const float *row = As[t % 4]; sum += row[t % warpSize])
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void static_local(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  static int at = 5;
  struct Local {
    static __device__ void move() { at = 40; }
  };
  LOOP(if (blockIdx.x > 700) Local::move(); const float *row = As[t % 4]; sum += row[at])
}

void launch(const half *H, const float *A, float *C, int n) {
  either<<<n, 32>>>(H, C, n);
  certain<<<n, 32>>>(H, C, n);
  stages<<<n, 32>>>(A, C, n);
  stages_by_rows<<<n, 32>>>(A, C, n);
  own_sum<<<n, 32>>>(A, C, n);
  named_columns<<<n, 32>>>(A, C, n);
  own_warp_size<<<n, 32>>>(A, C, n);
  warp_size<<<n, 32>>>(A, C, n);
  static_local<<<n, 32>>>(A, C, n);
}
