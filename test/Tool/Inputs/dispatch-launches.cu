// Launches that no function can make in the kernel's place, and what loads the kernel: each with the nearest that can.
#define PREFER cudaFuncSetCacheConfig(configuredInMacro, cudaFuncCachePreferL1)
#define RUN(Kernel) Kernel<<<1, 64>>>(A, C, 128)

// A pointer may launch it, or load it.
__global__ void byPointer(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// As many blocks as fit of it.
__global__ void asked(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A hint.
__global__ void configured(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The same by a macro.
__global__ void configuredInMacro(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// One of its launches is a macro's.
__global__ void partlyInMacro(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A function of both sides launches it, too.
__global__ void fromDevice(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
__host__ __device__ void onBoth(const float *A, float *C) { fromDevice<<<1, 64>>>(A, C, 64); }

// In another instance it has no loop.
template <int Loops> __global__ void discards(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  if constexpr (Loops == 0) {
    part[threadIdx.x] = A[threadIdx.x];
    __syncthreads();
    C[threadIdx.x] = part[63 - threadIdx.x];
    return;
  }
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C) {
  byPointer<<<1, 64>>>(A, C, 128);
  auto *pointer = byPointer;
  pointer<<<1, 64>>>(A, C, 128);
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, asked, 64, 0);
  asked<<<blocks, 64>>>(A, C, 128);
  cudaFuncSetCacheConfig(configured, cudaFuncCachePreferL1);
  configured<<<1, 64>>>(A, C, 128);
  PREFER;
  configuredInMacro<<<1, 64>>>(A, C, 128);
  partlyInMacro<<<1, 64>>>(A, C, 128);
  RUN(partlyInMacro);
  fromDevice<<<1, 64>>>(A, C, 128);
  discards<1><<<1, 64>>>(A, C, 128);
  discards<0><<<1, 64>>>(A, C, 128);
}
