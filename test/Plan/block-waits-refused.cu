// Blocks that wait for each other hang where fewer of them fit on the GPU: they keep their shared memory.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__device__ unsigned arrived;
__device__ volatile unsigned flags[1024];

__device__ bool haveArrived() { return *(volatile unsigned *)&arrived >= gridDim.x; }

__global__ void volatile_read(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'volatile_read' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
  if (threadIdx.x == 0) {
    atomicAdd(&arrived, 1u);
    while (*(volatile unsigned *)&arrived < gridDim.x)
      ;
  }
  __syncthreads();
}

__global__ void atomic_read(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'atomic_read' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
  int pause = 8;
  atomicAdd(&arrived, 1u);
  while (atomicAdd(&arrived, 0u) < gridDim.x)
    pause *= 2;
}

__global__ void through_function(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'through_function' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
  while (!haveArrived())
    ;
}

__global__ void by_assembly(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'by_assembly' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
  unsigned now;
  do {
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(&arrived) : "memory");
  } while (now < gridDim.x);
}

__global__ void through_shared_memory(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'through_shared_memory' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
  __shared__ unsigned seen;
  for (;;) {
    if (threadIdx.x == 0)
      seen = *(volatile unsigned *)&arrived;
    __syncthreads();
    if (seen == gridDim.x)
      break;
    __syncthreads();
  }
}

__global__ void one_after_the_other(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'one_after_the_other' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
  for (unsigned i = 0; i < gridDim.x;)
    if (flags[i])
      ++i;
}

__global__ void plain_read(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'plain_read' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
  while (arrived < gridDim.x)
    __threadfence();
}

__global__ void by_jumps(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'by_jumps' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
again:
  if (*(volatile unsigned *)&arrived < gridDim.x)
    goto again;
}
