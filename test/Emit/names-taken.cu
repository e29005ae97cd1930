// Miscompile class: name capture. New names avoid the user's variables, members,
// macros and what is declared elsewhere in the file.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu 2>/dev/null
// RUN: %strip < %t.cu | FileCheck %s
// CHECK: int stage2 = 0;
// CHECK: int kNext2 = 0;
// CHECK: const bool hasNext2 = kNext2 < N;
// CHECK: float AsNext2;
// CHECK: As[stage2 ^ 1][threadIdx.x] = AsNext2;

#define AsNext 3
__device__ int stage;
struct Options {
  int hasNext;
};

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N,
                     int kNext) {
  __shared__ float As[64];
  float sum = stage + kNext;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x] * AsNext;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
