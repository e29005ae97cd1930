// ACCEPTED: allocations-handed-on.cu
// The neighbours of allocations that functions make and hand on; further ones
// are in unit/Analyse/AllocationsTest.cpp.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:
// RUN: sed 's/^int main/int other_main/' %s > %t.cu
// RUN: %pipeline-rewrite %t.cu %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten: --check-prefix=LIBRARY

#include <cuda_runtime.h>


// One of the callers works in place.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void inPlace(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void launchInPlace(float *a, float *c, int n) { inPlace<<<1, 64>>>(a, c, n); }
void run_inPlace(int n) {
  float *a, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  launchInPlace(a, c, n);
  launchInPlace(a, a + 64, n);
}

// Whoever links to this file may call it, if it is no program.
// CHECK: :[[#@LINE+5]]:3: remark: rewritten
// LIBRARY-COUNT-2: [may-alias]
__global__ void linked(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void launchLinked(float *a, float *c, int n) { linked<<<1, 64>>>(a, c, n); }
int main() {
  float *a, *c;
  cudaMalloc(&a, 400);
  cudaMalloc(&c, 400);
  launchLinked(a, c, 64);
}

// CHECK: 2 loops: 1 rewritten, 0 already pipelined, 1 refused
