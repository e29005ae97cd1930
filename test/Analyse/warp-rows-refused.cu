// The second round of the last lanes stores where the first one did.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=cpasync 2>&1 >/dev/null | FileCheck %s

// CHECK: a thread may store to one element again, and the copy might come last [copy-not-raw]
static __global__ void rows(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float tile[16][32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    unsigned row = warp * 2;
    const float *from = &A[(k + row) * 32 + lane];
    for (int i = 0; i < 2; ++i) {
      tile[row][lane] = *from;
      from += 32;
      row += lane < 31;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[i][lane];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void launch(const float *A, float *C, int N) { rows<<<1, 256>>>(A, C, N); }
