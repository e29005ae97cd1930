// REQUIRES: cuda-toolkit
// Of a computation by matrix instructions in k-steps, forms with fragments ahead are compiled beside the others: three stages in
// both shapes, four peeled, and two peeled where a tile has eight steps or more, so that copies have time to land.
// RUN: sed 's/STEPS/8/g; s/TILES/1/g; s/SUMS/2/g' %s > %t.8.cu && sed 's/STEPS/6/g; s/TILES/1/g; s/SUMS/2/g' %s > %t.6.cu
// RUN: sed 's/STEPS/8/g; s/TILES/4096/g; s/SUMS/2/g' %s > %t.long.cu && sed 's/STEPS/8/g; s/TILES/1/g; s/SUMS/1/g' %s > %t.few.cu
// RUN: %pipeline-rewrite %t.8.cu --arch=sm_90 --unroll=keep --print=candidates  > %t.eight
// RUN: grep -o 'cpasync, . stages, [a-z]*, fragments ahead' %t.eight | FileCheck %s --check-prefix=EIGHT
// EIGHT:      cpasync, 2 stages, peel, fragments ahead
// EIGHT-NEXT: cpasync, 3 stages, peel, fragments ahead
// EIGHT-NEXT: cpasync, 4 stages, peel, fragments ahead
// EIGHT-NEXT: cpasync, 3 stages, predicate, fragments ahead
// EIGHT-NOT:  fragments
// RUN: %pipeline-rewrite %t.6.cu --arch=sm_90 --stages=2 --unroll=keep --print=candidates  | FileCheck %s --check-prefix=SIX --implicit-check-not=fragments
// SIX: cpasync, 2 stages

// Stages that are named are the only ones.
// RUN: %pipeline-rewrite %t.8.cu --arch=sm_90 --stages=2 --unroll=keep --print=candidates  > %t.two
// RUN: grep -o 'cpasync, . stages, [a-z]*, fragments ahead' %t.two | FileCheck %s --check-prefix=TWO
// TWO:      cpasync, 2 stages, peel, fragments ahead
// TWO-NEXT: cpasync, 2 stages, predicate, fragments ahead
// TWO-NOT:  fragments

// A loop that takes the compiler long is compiled in the first of them all the same: this compiler sees a short one.
// RUN: rm -rf %t && mkdir -p %t/cuda/bin && ln -s %cuda-toolkit/include %t/cuda/include && cp %S/Inputs/small-nvcc %t/cuda/bin/nvcc
// RUN: env NVCC=%nvcc %pipeline-rewrite --cuda-path=%t/cuda %t.long.cu --arch=sm_90 --allow-unrun 2>&1 >/dev/null | FileCheck %s --check-prefix=LONG
// LONG: {{of 6 forms|nvcc compiled 6 forms}}{{.*}}; {{[0-9]+}} more would take nvcc too long

// Few operations for each byte, as doubles have: nothing waits for fragments.
// RUN: %pipeline-rewrite %t.few.cu --arch=sm_90 --stages=3 --unroll=keep --print=candidates  | FileCheck %s --check-prefix=FEW --implicit-check-not=fragments
// FEW: cpasync, 3 stages

// Of instructions in inline assembly it is not known how many operations they are.
// RUN: %pipeline-rewrite %samples/hgemm_mma_sync.cu --arch=sm_90 --stages=3 --unroll=keep --print=candidates | FileCheck %s --check-prefix=ASM
// ASM: cpasync, 3 stages, {{[a-z]+}}, fragments ahead

#include <mma.h>
using namespace nvcuda;

constexpr int BK = 16 * STEPS, PITCH = BK + 8;

__global__ void gemm(const half *__restrict__ A, const half *__restrict__ B, float *__restrict__ C, int K) {
  __shared__ __align__(16) half As[64][PITCH], Bs[64][PITCH];
  const int warp = threadIdx.x / 32, row = threadIdx.x / 4;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[SUMS];
  for (int i = 0; i < SUMS; ++i)
    wmma::fill_fragment(sum[i], 0.0f);
#pragma unroll
  for (int k0 = 0; k0 < TILES * BK; k0 += BK) {
    for (int i = threadIdx.x % 4 * 8; i < BK; i += 32) {
      *(int4 *)&As[row][i] = *(const int4 *)&A[(blockIdx.x * 64 + row) * K + k0 + i];
      *(int4 *)&Bs[row][i] = *(const int4 *)&B[(blockIdx.y * 64 + row) * K + k0 + i];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < STEPS; ++k) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[SUMS];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
      for (int i = 0; i < SUMS; ++i)
        wmma::load_matrix_sync(a[i], &As[(warp / 4 + 2 * i) * 16][k * 16], PITCH);
      wmma::load_matrix_sync(b, &Bs[warp % 4 * 16][k * 16], PITCH);
      for (int i = 0; i < SUMS; ++i)
        wmma::mma_sync(sum[i], a[i], b, sum[i]);
    }
    __syncthreads();
  }
  for (int i = 0; i < SUMS; ++i)
    wmma::store_matrix_sync(&C[((blockIdx.x * 8 + warp) * SUMS + i) * 256], sum[i], 16, wmma::mem_row_major);
}

void run(const half *A, const half *B, float *C, int K) { gemm<<<dim3(64, 64), 256>>>(A, B, C, K); }
