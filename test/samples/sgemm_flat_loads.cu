//===- sgemm_flat_loads.cu - SGEMM whose loads number their elements ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N and K are multiples of the
// tiles. Loads: one element a thread and iteration, by its number in the tile. A
// and B are run with rows of their own width and with longer ones, and from
// addresses that are no multiple of 16.
//===----------------------------------------------------------------------===//

#include "harness.h"

#define BM 32
#define BN 64
#define BK 16
#define THREADS 128
#define PITCH (BK + 4)

/// What lies in front of a matrix, and behind each of its rows.
struct Layout {
  int Front, Behind;
};

/// Macros; a padded tile of one dimension; one of the loops is unrolled.
__global__ void sgemm_flat_loads(const float *A, const float *B, float *C,
                                 int N, int K, int lda, int ldb) {
  __shared__ float As[BM * PITCH], Bs[BK][BN];

  const int tid = threadIdx.x;
  A += blockIdx.y * BM * lda;
  B += blockIdx.x * BN;

  float acc[BM * BN / THREADS] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    // A block of A.
#pragma unroll
    for (int i = tid; i < BM * BK; i += THREADS)
      As[i / BK * PITCH + i % BK] = A[i / BK * lda + i % BK];
    for (int i = tid; i < BK * BN; i += THREADS) {
      const int k = i / BN, n = i % BN;
      Bs[k][n] = __ldg(&B[(k0 + k) * ldb + n]);
    }
    A += BK;
    __syncthreads();

    for (int k = 0; k < BK; ++k)
      for (int e = 0; e < BM * BN / THREADS; ++e) {
        const int m = e * (THREADS / BN) + tid / BN;
        acc[e] += As[m * PITCH + k] * Bs[k][tid % BN];
      }
    __syncthreads();
  }

  for (int e = 0; e < BM * BN / THREADS; ++e) {
    const int m = blockIdx.y * BM + e * (THREADS / BN) + tid / BN;
    C[m * N + blockIdx.x * BN + tid % BN] = acc[e];
  }
}

/// The columns of B may be any number: its loads are guarded, those of A are
/// not. The element goes through a local.
__global__ void sgemm_half_flat(const float *__restrict__ A,
                                const float *__restrict__ B, float *C, int N,
                                int K, int lda, int ldb) {
  __shared__ float As[BM][BK], Bs[BK][BN];
  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

  float acc[BM * BN / THREADS] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid; i < BM * BK; i += blockDim.x) {
      const float a = A[(row0 + i / BK) * lda + k0 + i % BK];
      As[i / BK][i % BK] = a;
    }
    for (int i = tid; i < BK * BN; i += THREADS) {
      const int n = col0 + i % BN;
      Bs[i / BN][i % BN] = n < N ? B[(k0 + i / BN) * ldb + n] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      for (int e = 0; e < BM * BN / THREADS; ++e)
        acc[e] += As[e * (THREADS / BN) + tid / BN][k] * Bs[k][tid % BN];
    __syncthreads();
  }

  for (int e = 0; e < BM * BN / THREADS; ++e)
    if (col0 + tid % BN < N)
      C[(row0 + e * (THREADS / BN) + tid / BN) * N + col0 + tid % BN] = acc[e];
}

/// A template on the element and the tile; threads of two dimensions; both
/// tiles in one loop.
template <int T, int ROWS>
__global__ void dgemm_flat_loads(const double *__restrict__ A,
                                 const double *__restrict__ B, double *C, int N,
                                 int K, int lda, int ldb) {
  __shared__ double As[T][T];
  __shared__ double Bs[T][T];
  const unsigned tid = threadIdx.y * T + threadIdx.x;
  const unsigned row = blockIdx.y * T, col = blockIdx.x * T;

  double sum[T / ROWS] = {};
  for (int k0 = 0; k0 < K; k0 += T) {
    for (unsigned i = tid; i < T * T; i += T * ROWS) {
      As[i / T][i % T] = A[(row + i / T) * lda + k0 + i % T];
      Bs[i / T][i % T] = B[(k0 + i / T) * ldb + col + i % T];
    }
    __syncthreads();
    for (int r = 0; r < T / ROWS; ++r)
      for (int k = 0; k < T; ++k)
        sum[r] += As[r * ROWS + threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  for (int r = 0; r < T / ROWS; ++r)
    C[(row + r * ROWS + threadIdx.y) * N + col + threadIdx.x] = sum[r];
}

template <typename T, typename Fn>
static void gemm(harness::Run &r, Layout Of, int TileM, int TileN, int TileK,
                 harness::Tolerance Allowed, Fn &&Launch) {
  if (!r.fits(r.M % TileM == 0 && r.N % TileN == 0 && r.K % TileK == 0))
    return;
  const size_t lda = r.K + Of.Behind, ldb = r.N + Of.Behind;
  harness::Input<T> A(r, Of.Front + r.M * lda), B(r, Of.Front + r.K * ldb);
  harness::Output<T> C(r, size_t(r.M) * r.N);
  r.launch(2.0 * r.M * r.N * r.K, [&] {
    Launch(A + Of.Front, B + Of.Front, C, static_cast<int>(lda),
           static_cast<int>(ldb));
  });
  r.check(C, r.K, Allowed, [&](size_t I) {
    double Sum = 0;
    for (int k = 0; k < r.K; ++k)
      Sum += double(A.at(Of.Front + I / r.N * lda + k)) *
             double(B.at(Of.Front + k * ldb + I % r.N));
    return Sum;
  });
}

template <int Front, int Behind> static void runFloat(harness::Run &r) {
  dim3 grid(r.N / BN, r.M / BM);
  gemm<float>(r, {Front, Behind}, BM, BN, BK, harness::Fp32,
              [&](const float *A, const float *B, float *C, int lda, int ldb) {
                sgemm_flat_loads<<<grid, THREADS>>>(A, B, C, r.N, r.K, lda,
                                                    ldb);
              });
}

template <int Front, int Behind> static void runHalf(harness::Run &r) {
  dim3 grid(harness::ceilDiv(r.N, BN), r.M / BM);
  gemm<float>(r, {Front, Behind}, BM, 1, BK, harness::Fp32,
              [&](const float *A, const float *B, float *C, int lda, int ldb) {
                sgemm_half_flat<<<grid, THREADS>>>(A, B, C, r.N, r.K, lda, ldb);
              });
}

template <int T, int ROWS, int Front, int Behind>
static void runDouble(harness::Run &r) {
  dim3 grid(r.N / T, r.M / T), block(T, ROWS);
  gemm<double>(
      r, {Front, Behind}, T, T, T, harness::Fp64,
      [&](const double *A, const double *B, double *C, int lda, int ldb) {
        dgemm_flat_loads<T, ROWS><<<grid, block>>>(A, B, C, r.N, r.K, lda, ldb);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  // Every chunk is aligned, none is, some are.
  suite.add("sgemm_flat_loads", runFloat<0, 0>,
            {{32, 64, 0}, {32, 64, 16}, {64, 128, 32}, {32, 64, 112}});
  suite.add("sgemm_flat_loads_moved", runFloat<1, 0>,
            {{32, 64, 16}, {32, 64, 48}});
  suite.add("sgemm_flat_loads_odd", runFloat<0, 1>,
            {{32, 64, 16}, {32, 64, 64}});
  suite.add("sgemm_flat_loads_both", runFloat<3, 2>, {{64, 64, 80}});
  suite.add("sgemm_half_flat", runHalf<0, 0>, {{32, 65, 0}, {32, 31, 48}});
  suite.add("sgemm_half_flat_odd", runHalf<2, 3>, {{32, 64, 16}, {64, 66, 64}});
  suite.add("dgemm_flat_loads", runDouble<16, 4, 0, 0>,
            {{16, 16, 0}, {16, 32, 16}, {32, 16, 80}});
  suite.add("dgemm_flat_loads_odd", runDouble<16, 4, 0, 1>, {{16, 16, 48}});
  suite.add("dgemm_flat_loads_moved", runDouble<8, 8, 1, 0>, {{16, 16, 32}});
  return suite.exitCode();
}
