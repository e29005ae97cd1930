//===- hgemm_macros.cu - half GEMM with inline PTX in macros --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N, half) = A (M x K, half) * B (K x N, half), row-major; M, N
// multiples of 32, K of 16. One warp for each 16x16 part of C. ldmatrix and mma
// stand in macros, with the address in the shared window before; the loads of
// both tiles are one macro of two statements.
//===----------------------------------------------------------------------===//

#include "harness.h"
#include <cuda_fp16.h>

constexpr int BM = 32, BN = 32, BK = 16;
constexpr int THREADS = 128;

#define COPY8(to, from) (*(int4 *)&(to)) = (*(const int4 *)&(from))
#define LOAD_TILES(k)                                                          \
  if (threadIdx.x < 64)                                                        \
    COPY8(As[row][col], A[(blockIdx.y * BM + row) * K + (k) + col]);           \
  else                                                                         \
    COPY8(Bs[bRow][bCol], B[((k) + bRow) * N + blockIdx.x * BN + bCol])
#define FOUR(r) "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
#define LDMATRIX_X4(r, address)                                                \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, "      \
               "[%4];\n"                                                       \
               : FOUR(r)                                                       \
               : "r"(address))
#define LDMATRIX_X4_TRANS(r, address)                                          \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 "               \
               "{%0,%1,%2,%3}, [%4];\n"                                        \
               : FOUR(r)                                                       \
               : "r"(address))
#define MMA16816(d, a, b0, b1)                                                 \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "            \
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"       \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1))
#define SHARED_ADDRESS(x) ((unsigned)__cvta_generic_to_shared(&(x)))

__global__ __launch_bounds__(THREADS) void hgemm_macros(
    const half *__restrict__ A, const half *__restrict__ B,
    half *__restrict__ C, int N, int K) {
  __shared__ alignas(16) half As[BM][BK + 8];
  __shared__ alignas(16) half Bs[BK][BN + 8];

  const int lane = threadIdx.x % 32;
  const int warpRow = threadIdx.x / 64 * 16,
            warpCol = threadIdx.x / 32 % 2 * 16;
  const int row = threadIdx.x / 2 % 32, col = threadIdx.x % 2 * 8;
  const int bRow = threadIdx.x / 4 % 16, bCol = threadIdx.x % 4 * 8;

  float c[2][4] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    LOAD_TILES(k0);
    __syncthreads();

    unsigned a[4], b[4];
    const unsigned aAt = SHARED_ADDRESS(As[warpRow + lane % 16][lane / 16 * 8]);
    LDMATRIX_X4(a, aAt);
    LDMATRIX_X4_TRANS(b,
                      SHARED_ADDRESS(Bs[lane % 16][warpCol + lane / 16 * 8]));
    MMA16816(c[0], a, b[0], b[1]);
    MMA16816(c[1], a, b[2], b[3]);
    __syncthreads();
  }

  half2 *out = (half2 *)&C[(blockIdx.y * BM + warpRow + lane / 4) * N +
                           blockIdx.x * BN + warpCol + lane % 4 * 2];
  for (int i = 0; i < 4; ++i)
    out[i % 2 * 4 * N + i / 2 * 4] =
        __floats2half2_rn(c[i / 2][i % 2 * 2], c[i / 2][i % 2 * 2 + 1]);
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<half, half>(
      r, harness::Fp16, [&](const half *A, const half *B, half *C) {
        hgemm_macros<<<grid, THREADS>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "hgemm_macros", run,
      {{32, 32, 0}, {32, 32, 16}, {32, 64, 32}, {64, 32, 48}, {32, 32, 112}});
  return suite.exitCode();
}
