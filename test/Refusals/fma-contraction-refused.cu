// REQUIRES: cuda-toolkit
// A stand-in for nvdisasm no longer fuses one of the four products of a tile with its sum.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env ORIGINAL=products LISTINGS="fused" %pipeline-rewrite %s --variant=ldg --epilogue=predicate --verify=sass --nvdisasm=%S/../Tool/Inputs/sass/nvdisasm 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: nvcc fuses products and sums of sums otherwise on sm_86: 3 FFMA, 1 FMUL, 1 FADD (4 FFMA before) [fma-contraction]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += As[(threadIdx.x + i) % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int N, int blocks) {
  sums<<<blocks, 64>>>(A, C, N);
}
