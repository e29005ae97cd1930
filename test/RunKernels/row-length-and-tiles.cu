// One number is the length of a row and decides how many tiles there are: a
// block computes 64 columns, and its threads meet in rows that are shorter.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu 2>&1 | FileCheck %s
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin 2>&1 | FileCheck %s --check-prefix=SAME

// CHECK: run executed: {{.*}} 8 to 11 tiles, 2 schedules, equal
// SAME: 'square' equal: {{.*}} n = 0 to 127
__global__ void __launch_bounds__(256)
square(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float As[8][64], Bs[8][64];
  const int t = threadIdx.x, row = blockIdx.y * 64, column = blockIdx.x * 64;
  float sums[4][4] = {};
  for (int k = 0; k < n; k += 8) {
    for (int i = t; i < 8 * 64; i += 256) {
      As[i % 8][i / 8] = A[(row + i / 8) * n + k + i % 8];
      Bs[i / 64][i % 64] = B[(k + i / 64) * n + column + i % 64];
    }
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x)
          sums[y][x] += As[j][t / 16 * 4 + y] * Bs[j][t % 16 * 4 + x];
    __syncthreads();
  }
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 4; ++x)
      C[(row + t / 16 * 4 + y) * n + column + t % 16 * 4 + x] = sums[y][x];
}
