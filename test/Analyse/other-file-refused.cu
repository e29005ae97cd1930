// other-file.h declares the kernel, so that any file may launch it, and an instance of a template has sizes of its own.
// ACCEPTED: launches-elsewhere.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

template <int TILE> __global__ void launched_elsewhere(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: warning: loop left alone: {{.*}} [dynamic-shared-memory]
// CHECK-NEXT: other-file.h:2:1: note: named here
  for (int k = 0; k < N; k += TILE) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N) { launched_elsewhere<64><<<1, 64, 256>>>(A, C, N); }
