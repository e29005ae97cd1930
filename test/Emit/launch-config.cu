// cudaLaunchKernelEx takes the bytes from a variable, which is edited where it
// gets them; the limit is that variable's. What the host asks about is the size
// that it will launch.
// Where the tile lies in it, a run decides (`N % 1`): a stage is all of it.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s

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

void assigned(const float *A, float *C, int N, cudaStream_t stream) {
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = dim3(64);
// CHECK: {{^}}  config.dynamicSmemBytes = 2 * 32768;
  config.dynamicSmemBytes = 32768;
  config.stream = stream;
// CHECK: {{^}}  cudaFuncSetAttribute(grown, cudaFuncAttributeMaxDynamicSharedMemorySize, config.dynamicSmemBytes);
// CHECK-NEXT: {{^}}  cudaLaunchKernelEx(&config, grown, A, C, N);
  cudaLaunchKernelEx(&config, grown, A, C, N);
}

void listed(const float *A, float *C, int N) {
// CHECK: {{^}}  cudaLaunchConfig_t config = {1, 64, 2 * 32768, 0};
  cudaLaunchConfig_t config = {1, 64, 32768, 0};
  cudaLaunchKernelEx(&config, grown, A, C, N);
  int blocks = 0;
// CHECK: {{^}}  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, grown, 64, 2 * 32768);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, grown, 64, 32768);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, grown);
}
