// Attributes of a launch may ask for what another kernel has not.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --dynamic-smem=0 2>&1 >/dev/null | FileCheck %s
__global__ void with_attributes(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}has attributes{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_with_attributes(const float *A, float *C, int ld, int N, cudaLaunchAttribute *attributes) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(32, 16);
  config.attrs = attributes;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, with_attributes, A, C, ld, N);
}
