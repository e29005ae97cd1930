// Bank conflicts of every access of a tile, whatever becomes of its loop: a
// copy of 16 bytes, a transposed store, a broadcast, pairs, a column.
// RUN: %pipeline-rewrite %s %builtin --print=conflicts | FileCheck %s --match-full-lines --strict-whitespace

__global__ void mixed(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[32][32];
  __shared__ float Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k0 = 0; k0 < n; k0 += 32) {
    if (ty < 8)
      *reinterpret_cast<float4 *>(&As[ty * 4 + tx / 8][tx % 8 * 4]) =
          *reinterpret_cast<const float4 *>(&A[(ty * 4 + tx / 8) * n + k0 + tx % 8 * 4]);
    Bs[tx][ty] = A[ty * n + k0 + tx];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += As[ty][k] *
             Bs[tx][k];
    const float2 pair = *reinterpret_cast<const float2 *>(&As[tx / 16][tx % 16 * 2]);
    sum += pair.x + pair.y;
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int n) { mixed<<<1, dim3(32, 32)>>>(A, C, n); }

// Two tiles, 32 warps: 16 copies in 4 quarters; 64 stores of a column; 64 times 32 reads of a word and of a column; 64 reads
// of pairs by two half warps.
//      CHECK:kernel mixed<<<(1, 1, 1), (32, 32, 1), 0>>>
// CHECK-NEXT:  line 12, store of As: 16 accesses, 64 wavefronts, 64 without conflicts
// CHECK-NEXT:  line 14, store of Bs: 64 accesses, 2048 wavefronts, 64 without conflicts
// CHECK-NEXT:  line 17, load of As: 2048 accesses, 2048 wavefronts, 2048 without conflicts
// CHECK-NEXT:  line 18, load of Bs: 2048 accesses, 65536 wavefronts, 2048 without conflicts
// CHECK-NEXT:  line 19, load of As: 64 accesses, 128 wavefronts, 128 without conflicts
