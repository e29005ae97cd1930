// REQUIRES: cuda-toolkit
// A loop that the compiler writes out 4,096 times takes it long. The first form is compiled as the original is, the others
// rolled, whatever they really take: this compiler sees four.
// RUN: rm -rf %t && mkdir -p %t/cuda/bin && ln -s %cuda-toolkit/include %t/cuda/include && cp %S/Inputs/small-nvcc %t/cuda/bin/nvcc
// RUN: env NVCC=%nvcc %pipeline-rewrite --cuda-path=%t/cuda %s 2>&1 >/dev/null | FileCheck %s --check-prefix=LONG
// LONG: {{of 6 forms|nvcc compiled 6 forms}}{{.*}}; 2 more would take nvcc too long

// One of few tiles is compiled in all forms, and in all where they are listed.
// RUN: %pipeline-rewrite %s -- -DTILES=4 2>&1 >/dev/null | FileCheck %s --check-prefix=SHORT
// SHORT: {{nvcc compiled 8 forms|of 8 forms}}
// SHORT-NOT: too long
// RUN: env NVCC=%nvcc %pipeline-rewrite --cuda-path=%t/cuda %s --print=candidates | grep -c cpasync | FileCheck %s --check-prefix=LIST
// LIST: {{^[0-9][0-9]$}}

#ifndef TILES
#define TILES 4096
#endif

__global__ void sums(const float *__restrict__ A, const float *__restrict__ B, float *C, int n) {
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float sum = 0;
#pragma unroll
  for (int t = 0; t < 16 * TILES; t += 16) {
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
