// Every stage is aligned as the array is; a macro is an operand in parentheses.
// Where the tile lies in it, a run decides (`N % 1`): a stage is all of it.
// RUN: %pipeline-rewrite %s %builtin -o - 2>/dev/null | %strip | FileCheck %s

#define ROWS 32 + 32
#define SIZE (ROWS) * 4

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ __align__(1024) float As[];
  float sum = 0.0f;
// CHECK: stageBytes = stageBytes / 2048 * 1024;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x + N % 1] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N) {
// CHECK: sums<<<1, 64, 2 * ((SIZE + 1023) / 1024 * 1024)>>>(A, C, N);
  sums<<<1, 64, SIZE>>>(A, C, N);
// CHECK: sums<<<1, 64, 2 * (SIZE * 4)>>>(A, C, N);
  sums<<<1, 64, SIZE * 4>>>(A, C, N);
#define FOUR SIZE * 4
// CHECK: sums<<<1, 64, 2 * (FOUR)>>>(A, C, N);
  sums<<<1, 64, FOUR>>>(A, C, N);
// CHECK: 2 * (((N > 1 ? 128 : 256) + 1023) / 1024 * 1024)>>>(A, C, N);
  sums<<<1, 64, N > 1 ? 128 : 256>>>(A, C, N);
}
