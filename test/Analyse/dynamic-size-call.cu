// Other special registers, by the toolkit's functions, are no obstacle to more dynamic memory.
// REQUIRES: cuda-toolkit
// RUN: %pipeline-rewrite %s --variant=cpasync --choose=rules 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// CHECK: remark: rewritten: cpasync,
#include <cuda/ptx>

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] + cuda::ptx::get_sreg_ntid_x();
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int N) { sums<<<2, 64, 256>>>(A, C, N); }
