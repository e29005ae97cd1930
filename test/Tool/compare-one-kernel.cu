// REQUIRES: cuda-toolkit
// nvcc looks at the kernels with the loops that are compared, and at no other: one that takes it long, or that it cannot
// compile, says nothing of them.
// RUN: %pipeline-rewrite %s -- -DOTHER=0 2>&1 >/dev/null | FileCheck %s --check-prefix=BLANK
// BLANK: of {{[0-9]+}} forms
// BLANK-NOT: chosen by rules

// An `#if` goes with the body that it ends in.
// RUN: %pipeline-rewrite %s -- -DOTHER=1 2>&1 >/dev/null | FileCheck %s --check-prefix=BLANK

// Text that defines something stays.
// RUN: %pipeline-rewrite %s -- -DOTHER=2 2>&1 >/dev/null | FileCheck %s --check-prefix=WHOLE
// WHOLE: note: forms are not compared, because nvcc does not compile the original:

#if OTHER == 1
__global__ void other(float *x) {
#if 1
  asm volatile("nor is this;");
#else
  x[0] = 0;
#endif
}
#elif OTHER == 2
__global__ void other(float *x) {
#define THIS "is none;"
  asm volatile(THIS);
}
#else
__global__ void other(float *x) {
  asm volatile("this is no instruction;");
}
#endif

__global__ void sums(const float *__restrict__ A, const float *__restrict__ B, float *C, int n) {
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    As[ty][tx] = A[row * n + t + tx];
    Bs[ty][tx] = B[(t + ty) * n + column];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * n + column] = sum;
}

void run(const float *A, const float *B, float *C, int n) {
  sums<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n);
}
