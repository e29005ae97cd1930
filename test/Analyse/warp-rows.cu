// Rows copied by warps, with an index that is carried from round to round, and
// permuted columns: no thread stores to one element again.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=cpasync --verify=kernels 2>&1 >/dev/null | FileCheck %s

// CHECK: remark: rewritten: cpasync, 2 stages, predicate, in 'rows'
// CHECK: executed: {{.*}} equal
static __global__ void rows(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float tile[16][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    unsigned row = warp * 2;
    const float *from = &A[(k + row) * 32 + lane];
    for (int i = 0; i < 2; ++i) {
      tile[row][(lane + row / 2 % 4 * 8) % 32] = *from;
      from += 32;
      row += 1;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[i][lane];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int N) { rows<<<1, 256>>>(A, C, N); }
