//===- device_function.cu - the K-loop stands in a __device__ function ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the function is given may be global memory, or shared memory of its
// caller; its tiles are its own. C[n] = sum over k of A[k] * B[k][n]. Any K.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE = 16, COLUMNS = 32;

__device__ float2 pairAt(const float *row, int n) {
  return make_float2(row[n], row[(n + 1) % COLUMNS]);
}

// Adds up into what it is given, too.
__device__ void product(const float *A, const float4 *B, float *__restrict__ C,
                        int K) {
  __shared__ float a[TILE];
  __shared__ float4 b[TILE][COLUMNS / 4];
  const int t = threadIdx.x;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    if (t < TILE)
      a[t] = k0 + t < K ? A[k0 + t] : 0.0f;
    for (int k = t / 8; k < TILE; k += 4)
      b[k][t % 8] = k0 + k < K ? B[(k0 + k) * (COLUMNS / 4) + t % 8]
                               : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < TILE; ++k)
      sum += a[k] * pairAt(&b[k][0].x, t).x;
    C[t] += sum;
    __syncthreads();
  }
}

__global__ void from_global(const float *A, const float4 *B, float *C, int K) {
  C[threadIdx.x] = 0.0f;
  product(A, B, C, K);
}

__global__ void from_shared(const float *A, const float4 *B, float *C, int K) {
  extern __shared__ float weights[];
  for (int k = threadIdx.x; k < K; k += COLUMNS)
    weights[k] = A[k];
  __shared__ float sums[COLUMNS];
  sums[threadIdx.x] = 0.0f;
  __syncthreads();
  product(weights, B, sums, K);
  C[threadIdx.x] = sums[threadIdx.x];
}

template <class T> struct Pair {};
template <> struct Pair<float> {
  typedef float2 Type;
};
template <> struct Pair<double> {
  typedef double2 Type;
};

template <class T> struct Dynamic {
  __device__ operator T *() {
    extern __shared__ double raw[];
    return reinterpret_cast<T *>(raw);
  }
};

// Its tile is dynamic and named elsewhere; its types are spelled through T.
template <class T>
__device__ T sumOfPairs(const typename Pair<T>::Type *A, int K) {
  typename Pair<T>::Type *tile = Dynamic<typename Pair<T>::Type>();
  T sum = 0;
  for (int k0 = 0; k0 < K; k0 += COLUMNS) {
    tile[threadIdx.x] = A[k0 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < COLUMNS; ++k)
      sum += tile[k].x * tile[(k + threadIdx.x) % COLUMNS].y;
    __syncthreads();
  }
  return sum;
}

__global__ void pairs(const float2 *A, const double2 *B, double *C, int K) {
  C[threadIdx.x] = sumOfPairs<float>(A, K) + sumOfPairs<double>(B, K);
}

static void runPairs(harness::Run &r) {
  const size_t K = r.K;
  harness::Input<float> A(r, 2 * K);
  harness::Input<double> B(r, 2 * K);
  harness::Output<double> C(r, COLUMNS);
  r.launch(4.0 * K, [&] {
    pairs<<<1, COLUMNS, COLUMNS * sizeof(double2)>>>(
        reinterpret_cast<const float2 *>(static_cast<const float *>(A)),
        reinterpret_cast<const double2 *>(static_cast<const double *>(B)), C,
        r.K);
  });
  r.check(C, 2 * K, harness::Fp32, [&](size_t n) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k) {
      const size_t other = k / COLUMNS * COLUMNS + (k + n) % COLUMNS;
      sum += double(A.at(2 * k)) * double(A.at(2 * other + 1)) +
             B.at(2 * k) * B.at(2 * other + 1);
    }
    return sum;
  });
}

template <bool Shared> static void run(harness::Run &r) {
  const size_t K = r.K;
  harness::Input<float> A(r, K), B(r, K * COLUMNS);
  harness::Output<float> C(r, COLUMNS);
  const float4 *rows =
      reinterpret_cast<const float4 *>(static_cast<const float *>(B));
  r.launch(2.0 * K * COLUMNS, [&] {
    if (Shared)
      from_shared<<<1, COLUMNS, (K + 1) * sizeof(float)>>>(A, rows, C, r.K);
    else
      from_global<<<1, COLUMNS>>>(A, rows, C, r.K);
  });
  r.check(C, K, harness::Fp32, [&](size_t n) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(A.at(k)) * double(B.at(k * COLUMNS + n));
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("from_global", run<false>,
            {{1, 1, 0}, {1, 1, 1}, {1, 1, 16}, {1, 1, 32}, {1, 1, 77}});
  suite.add("from_shared", run<true>,
            {{1, 1, 0}, {1, 1, 1}, {1, 1, 16}, {1, 1, 32}, {1, 1, 77}});
  suite.add("pairs", runPairs,
            {{1, 1, 0}, {1, 1, 32}, {1, 1, 64}, {1, 1, 160}});
  return suite.exitCode();
}
