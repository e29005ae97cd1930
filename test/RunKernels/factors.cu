// Distances between elements are numbers that are only factors of indices. With one number for all of them, threads
// store to one element; and trials are so long that few can be made.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu 2>&1 | FileCheck %s

// CHECK: run executed: {{.*}} 0 to 3 tiles, 2 schedules, equal
__global__ void contract(const double *__restrict__ A, const double *__restrict__ B, double *__restrict__ C, int ni, int nj,
                         int nk, int rows, int columns, int ai, int aj, int ak, int bi, int bk, int ci, int cj, int cp, int cq) {
  __shared__ double As[64][16], Bs[16][64];
  const int tx = threadIdx.x, ty = threadIdx.y;
  double sum[4][4] = {};
  int i[4], p[4], j[4], q[4];
  for (int r = 0; r < 4; ++r) {
    i[r] = (blockIdx.y * 64 + ty + 16 * r) % ni;
    p[r] = (blockIdx.y * 64 + ty + 16 * r) / ni;
    j[r] = (blockIdx.x * 64 + tx + 16 * r) % nj;
    q[r] = (blockIdx.x * 64 + tx + 16 * r) / nj;
  }
  for (int k = 0; k < nk; k += 16) {
    for (int r = 0; r < 4; ++r) {
      As[ty + 16 * r][tx] = k + tx < nk ? A[i[r] * ai + p[r] * aj + (k + tx) * ak] : 0.0;
      Bs[ty][tx + 16 * r] = k + ty < nk ? B[j[r] * bi + (k + ty) * bk] : 0.0;
    }
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
          sum[r][c] += As[ty + 16 * r][l] * Bs[l][tx + 16 * c];
    __syncthreads();
  }
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c)
      if (int(blockIdx.y * 64 + ty) + 16 * r < rows && int(blockIdx.x * 64 + tx) + 16 * c < columns)
        C[i[r] * ci + p[r] * cp + j[c] * cj + q[c] * cq] -= sum[r][c];
}
