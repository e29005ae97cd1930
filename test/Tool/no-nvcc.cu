// Without nvcc a loop is pipelined unasked only if it is of the kind that made
// no kernel slower.
// RUN: %pipeline-rewrite %s %no-nvcc --arch=sm_80 -- -DMULTIPLY=wmma::mma_sync -DTHREADS=128 2>&1 >/dev/null | FileCheck %s --check-prefix=KIND
// KIND: rewritten: cpasync, 3 stages, peel,
// KIND: because {{.*}}no nvcc has compiled other forms
// KIND: executed: {{.*}}equal

// Fewer warps, narrower copies, no tensor cores, no cp.async, no room.
// RUN: %pipeline-rewrite %s %no-nvcc --arch=sm_80 -- -DMULTIPLY=wmma::mma_sync -DTHREADS=96 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %no-nvcc --arch=sm_80 -- -DMULTIPLY=wmma::mma_sync -DTHREADS=128 -DNARROW 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %no-nvcc --arch=sm_80 -- '-DMULTIPLY(d,a,b,c)=d=c' -DTHREADS=128 -DSCALAR=16 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %no-nvcc --arch=sm_75 -- -DMULTIPLY=wmma::mma_sync -DTHREADS=128 2>&1 >/dev/null | FileCheck %s
// CHECK: loop left alone: no nvcc has compiled and compared its forms;
// CHECK-SAME: [nothing-to-gain]
// RUN: %pipeline-rewrite %s %no-nvcc --no-edit-launches --arch=sm_80 -- -DMULTIPLY=wmma::mma_sync -DTHREADS=128 -DROOM=6 2>&1 >/dev/null | FileCheck %s --check-prefix=ROOM
// ROOM: loop left alone: it has no room for three stages

// One text for all targets: the kind that never lost has cp.async on each of them.
// RUN: %pipeline-rewrite %s %no-nvcc --arch=sm_75,sm_80 -- -DMULTIPLY=wmma::mma_sync -DTHREADS=128 2>&1 >/dev/null | FileCheck %s --check-prefix=MIXED
// MIXED: loop left alone: no nvcc has compiled and compared its forms; without that, it would be pipelined by cp.async alone: sm_75 has no cp.async; --arch=sm_80 leaves it out [nothing-to-gain]
// RUN: %pipeline-rewrite %s %no-nvcc --arch=sm_80,sm_90 -- -DMULTIPLY=wmma::mma_sync -DTHREADS=128 2>&1 >/dev/null | FileCheck %s --check-prefix=KIND

// Whoever names a part of the form, or the rules, has them.
// RUN: %pipeline-rewrite %s %no-nvcc --arch=sm_80 --choose=rules -- -DMULTIPLY=wmma::mma_sync -DTHREADS=96 2>&1 >/dev/null | FileCheck %s --check-prefix=NAMED
// RUN: %pipeline-rewrite %s %no-nvcc --arch=sm_80 --stages=2 -- -DMULTIPLY=wmma::mma_sync -DTHREADS=96 2>&1 >/dev/null | FileCheck %s --check-prefix=NAMED
// RUN: %pipeline-rewrite %s %no-nvcc --arch=sm_80 --variant=ldg -- -DMULTIPLY=wmma::mma_sync -DTHREADS=96 2>&1 >/dev/null | FileCheck %s --check-prefix=NAMED
// NAMED: rewritten:
#include <mma.h>
using namespace nvcuda;
#ifndef ROOM
#define ROOM 1
#endif
#ifdef NARROW
using Chunk = int2;
#else
using Chunk = int4;
#endif
#ifndef SCALAR
#define SCALAR 0
#endif
constexpr int K = 16, Each = sizeof(Chunk) / sizeof(half);

__global__ void __launch_bounds__(THREADS) product(const half *__restrict__ A, const half *__restrict__ B, float *C, int tiles) {
  __shared__ __align__(16) half As[ROOM * THREADS * Each], Bs[ROOM * THREADS * Each];
  float sum = 0;
  wmma::fragment<wmma::accumulator, 16, 16, K, float> c;
  wmma::fill_fragment(c, 0.0f);
  for (int t = 0; t < tiles; ++t) {
    const int at = (t * THREADS + threadIdx.x) * Each;
    *(Chunk *)&As[threadIdx.x * Each] = *(const Chunk *)&A[at];
    *(Chunk *)&Bs[threadIdx.x * Each] = *(const Chunk *)&B[at];
    __syncthreads();
    for (int k = 0; k < SCALAR; ++k)
      sum += __half2float(As[k]) * __half2float(Bs[k + threadIdx.x]);
    wmma::fragment<wmma::matrix_a, 16, 16, K, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, K, half, wmma::row_major> b;
    wmma::load_matrix_sync(a, &As[0], K);
    wmma::load_matrix_sync(b, &Bs[0], K);
    MULTIPLY(c, a, b, c);
    __syncthreads();
  }
  wmma::store_matrix_sync(C, c, 16, wmma::mem_row_major);
  if (sum)
    C[256 + threadIdx.x] = sum;
}

void launch(const half *A, const half *B, float *C, int tiles) {
  product<<<1, THREADS>>>(A, B, C, tiles);
}
