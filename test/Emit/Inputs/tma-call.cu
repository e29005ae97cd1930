// Launched by both, and by a call alone.
__global__ void both(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
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

template <int W>
__global__ void called(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[W][W];
  float sum = 0.0f;
  for (int k = 0; k < N; k += W) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < W; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * W + threadIdx.x] = sum;
}

cudaError_t run(const float *A, float *C, int ld, int N, cudaStream_t stream) {
  void *arguments[] = {&A, &C, &ld, &N};
  both<<<1, dim3(32, 16)>>>(A, C, ld, N);
  cudaLaunchKernel((const void *)both, dim3(1), dim3(32, 16), arguments);
  return cudaLaunchKernel((const void *)called<32>, dim3(1), dim3(32, 32), arguments, 0, stream);
}

__global__ void configured(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[128][64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 128 * 64; i += 256)
      As[i / 64][i % 64] = A[i / 64 * ld + k + i % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[threadIdx.x % 128][i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
cudaError_t run_configured(const float *A, float *C, int ld, int N, cudaStream_t stream) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(256);
  config.dynamicSmemBytes = 0;
  config.stream = stream;
  return cudaLaunchKernelEx(&config, configured, A, C, ld, N);
}

template <int W>
__global__ void either(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[W][W];
  float sum = 0.0f;
  for (int k = 0; k < N; k += W) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < W; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * W + threadIdx.x] = sum;
}
cudaError_t run_either(const float *A, float *C, int ld, int N) {
  cudaLaunchConfig_t config = {1, dim3(32, 32), 0, 0};
  either<32><<<1, dim3(32, 32)>>>(A, C, ld, N);
  return cudaLaunchKernelEx(&config, either<32>, A, C, ld, N);
}
