// Functions of the toolkit that tell how much shared memory the launch gave: the kernel gets no more.
// ACCEPTED: dynamic-size-call.cu
// REQUIRES: cuda-toolkit
// RUN: %pipeline-rewrite %s --variant=cpasync --choose=rules 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:
#include <cuda/ptx>

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}: the kernel asks how much dynamic shared memory it has [dynamic-shared-memory]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] + cuda::ptx::get_sreg_dynamic_smem_size();
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ unsigned room() { return cuda::ptx::get_sreg_total_smem_size(); }

static __global__ void called(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = room();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}: the kernel asks how much dynamic shared memory it has [dynamic-shared-memory]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int N) {
  sums<<<2, 64, 256>>>(A, C, N);
  called<<<2, 64, 256>>>(A, C, N);
}
