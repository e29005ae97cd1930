// A map is made for the pointers that a launch is captured with: who changes the arguments in the graph changes no map.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s
// RUN: sed 's/cudaGraphExecKernelNodeSet[P]arams/update/' %s > %t.cu
// RUN: %pipeline-rewrite %t.cu %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=NONE
// CHECK: warning: loop left alone: the file changes the arguments of kernels in graphs [tma-launches]
// NONE: rewritten: tma
// NONE: executed: {{.*}} equal

__global__ void captured(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void cudaGraphExecKernelNodeSetParams(cudaGraphExec_t, void *);

void run(const float *A, float *C, int ld, int N, cudaGraphExec_t graph, void *more) {
  captured<<<1, dim3(32, 16)>>>(A, C, ld, N);
  cudaGraphExecKernelNodeSetParams(graph, more);
}
