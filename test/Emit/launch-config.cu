// cudaLaunchKernelEx takes the bytes from a variable, which is edited where it
// gets them. What the host asks about is the size that it will launch. One that is
// enough stays.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s

static __global__ void grown(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
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
// CHECK: {{^}}  config.dynamicSmemBytes = allowedSharedBytes(grown, 256, 512);
  config.dynamicSmemBytes = 256;
  config.stream = stream;
// CHECK: {{^}}  cudaLaunchKernelEx(&config, grown, A, C, N);
  cudaLaunchKernelEx(&config, grown, A, C, N);
}

void listed(const float *A, float *C, int N) {
// CHECK: {{^}}  cudaLaunchConfig_t config = {1, 64, allowedSharedBytes(grown, 256, 512), 0};
  cudaLaunchConfig_t config = {1, 64, 256, 0};
  cudaLaunchKernelEx(&config, grown, A, C, N);
  int blocks = 0;
// CHECK: {{^}}  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, grown, 64, allowedSharedBytes(grown, 256, 512));
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, grown, 64, 256);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, grown);
}

void enough(const float *A, float *C, int N) {
// CHECK: {{^}}  cudaLaunchConfig_t config = {1, 64, 32768, 0};
  cudaLaunchConfig_t config = {1, 64, 32768, 0};
  cudaLaunchKernelEx(&config, grown, A, C, N);
}

// Those that cannot be edited give what they gave: the kernel asks. Where it is
// named in a way that is not understood, its limit may be lower than 48 KB, and
// is raised.
void left(const float *A, float *C, int N, cudaLaunchConfig_t *given, void **args) {
// CHECK: {{^}}  cudaLaunchKernelEx(given, grown, A, C, N);
  cudaLaunchKernelEx(given, grown, A, C, N);
// CHECK-NEXT: {{^}}  cudaLaunchCooperativeKernel(grown, 1, 64, args, 256, 0);
  cudaLaunchCooperativeKernel(grown, 1, 64, args, 256, 0);
  int blocks, threads;
// CHECK: {{^}}  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, grown, 256);
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, grown, 256);
}
