// A limit that a branch may pass by is none: each launch raises its own. One that
// stands before the launch and allows enough is left to do so.
// RUN: rm -rf %t && split-file %s %t
// RUN: cat %t/kernel %t/branch > %t/branch.cu
// RUN: %pipeline-rewrite %t/branch.cu %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=BRANCH
// RUN: cat %t/kernel %t/before > %t/before.cu
// RUN: %pipeline-rewrite %t/before.cu %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=BEFORE
// RUN: cat %t/kernel %t/small > %t/small.cu
// RUN: %pipeline-rewrite %t/small.cu %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=SMALL
// RUN: cat %t/kernel %t/cases > %t/cases.cu
// RUN: %pipeline-rewrite %t/cases.cu %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=CASES

//--- kernel
static __global__ void grown(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x + N % 1] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define CHECK_OK(call) do { cudaError_t result = call; if (result != cudaSuccess) return; } while (0)

//--- branch
void host(float *A, float *C, int N) {
// BRANCH: if (N > 1024)
// BRANCH-NEXT: cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 32768);
// BRANCH-NEXT: cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 32768);
// BRANCH-NEXT: grown<<<1, 64, 2 * 32768>>>(A, C, N);
  if (N > 1024)
    cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 32768);
  grown<<<1, 64, 32768>>>(A, C, N);
}

//--- before
void host(float *A, float *C, int N) {
// BEFORE: CHECK_OK(cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 40960));
// BEFORE-NEXT: if (N > 1024)
// BEFORE-NEXT: grown<<<1, 64, 2 * 32768>>>(A, C, N);
  CHECK_OK(cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 40960));
  if (N > 1024)
    grown<<<1, 64, 32768>>>(A, C, N);
}

//--- small
void host(float *A, float *C, int N) {
// SMALL: cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 16384);
// SMALL-NEXT: cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * 32768);
// SMALL-NEXT: grown<<<1, 64, 2 * 32768>>>(A, C, N);
  cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 16384);
  grown<<<1, 64, 32768>>>(A, C, N);
}

//--- cases
void host(float *A, float *C, int N) {
  switch (N) {
  case 1:
    C = nullptr;
    cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, 32768);
  default:
// CASES: cudaFuncSetAttribute({{.*}} 2 * 32768);
// CASES: cudaFuncSetAttribute({{.*}} 2 * 32768);
// CASES-NEXT: grown<<<1, 64, 2 * 32768>>>(A, C, N);
    grown<<<1, 64, 32768>>>(A, C, N);
  }
}
