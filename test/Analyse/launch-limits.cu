// Each limit that the host sets allows what the loop needs, whether a launch
// follows it or not; and each launch raises its own, so that it matters to none
// which of them ran.
// RUN: rm -rf %t && split-file %s %t
// RUN: cat %t/kernel %t/branch > %t/branch.cu
// RUN: %pipeline-rewrite %t/branch.cu %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=BRANCH
// RUN: cat %t/kernel %t/small > %t/small.cu
// RUN: %pipeline-rewrite %t/small.cu %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=SMALL
// RUN: cat %t/kernel %t/cases > %t/cases.cu
// RUN: %pipeline-rewrite %t/cases.cu %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=CASES

//--- kernel
static __global__ void grown(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 8192) {
    for (int i = 0; i < 8192; i += 64)
      As[i + threadIdx.x] = A[k + i + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

//--- branch
void host(float *A, float *C, int N) {
// BRANCH: if (N > 1024)
// BRANCH-NEXT: cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, allowedSharedBytes(grown, 32768, 65536));
// BRANCH-NEXT: grown<<<1, 64, allowedSharedBytes(grown, 32768, 65536)>>>(A, C, N);
  if (N > 1024)
    cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 32768);
  grown<<<1, 64, 32768>>>(A, C, N);
}

//--- small
void host(float *A, float *C, int N) {
// SMALL: cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, allowedSharedBytes(grown, 32768, 65536));
// SMALL-NEXT: grown<<<1, 64, allowedSharedBytes(grown, 32768, 65536)>>>(A, C, N);
// SMALL-NEXT: cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
// SMALL-NEXT: grown<<<1, 64, allowedSharedBytes(grown, 32768, 65536)>>>(A, C, N);
  cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 32768);
  grown<<<1, 64, 32768>>>(A, C, N);
  cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  grown<<<1, 64, 32768>>>(A, C, N);
}

//--- cases
void host(float *A, float *C, int N) {
  switch (N) {
  case 1:
    C = nullptr;
// CASES: cudaFuncSetAttribute({{.*}} allowedSharedBytes(grown, 32768, 65536));
    cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 32768);
  default:
// CASES: grown<<<1, 64, allowedSharedBytes(grown, 32768, 65536)>>>(A, C, N);
    grown<<<1, 64, 32768>>>(A, C, N);
  }
}
