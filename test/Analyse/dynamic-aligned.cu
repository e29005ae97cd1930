// Every stage is aligned as the array is; a macro is an operand in parentheses.
// RUN: %pipeline-rewrite %s %builtin -o - 2>/dev/null | %strip | FileCheck %s

#define ROWS 32 + 32
#define SIZE (ROWS) * 4

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ __align__(1024) float As[];
  float sum = 0.0f;
// CHECK: if (sharedBytes >= 1280 && blockDim.x == 64
// CHECK: constexpr unsigned stageBytes = 1024;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N) {
// CHECK: sums<<<1, 64, 5 * (SIZE)>>>(A, C, N);
  sums<<<1, 64, SIZE>>>(A, C, N);
// CHECK: sums<<<1, 64, SIZE * 4 + 256>>>(A, C, N);
  sums<<<1, 64, SIZE * 4>>>(A, C, N);
// CHECK: (N > 1 ? 128 : 256)>>>(A, C, N);
  sums<<<1, 64, N > 1 ? 128 : 256>>>(A, C, N);
}
