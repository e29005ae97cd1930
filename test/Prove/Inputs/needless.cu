#include <cuda_pipeline.h>

// All that is here is needed.
__global__ void needed(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&s[0][t], &A[t], 16);
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &A[(k + 1) * 64 + t], 16);
    }
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 2][i].x * s[k % 2][63 - i].w;
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void needed2(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[3][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < 2; ++k) {
    if (k < tiles)
      __pipeline_memcpy_async(&s[k][t], &A[k * 64 + t], 16);
    __pipeline_commit();
  }
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (k + 2 < tiles)
      __pipeline_memcpy_async(&s[(k + 2) % 3][t], &A[(k + 2) * 64 + t], 16);
    __pipeline_commit();
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 3][i].x * s[k % 3][63 - i].w;
  }
  C[t] = sum;
}

// A group more may stay in flight.
__global__ void deep(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&s[0][t], &A[t], 16);
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &A[(k + 1) * 64 + t], 16);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 2][i].x * s[k % 2][63 - i].w;
    __syncthreads();
  }
  C[t] = sum;
}

// Likewise, but for the last iteration, which commits no group.
__global__ void deepAtTheEnd(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&s[0][t], &A[t], 16);
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &A[(k + 1) * 64 + t], 16);
      __pipeline_commit();
    }
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 2][i].x * s[k % 2][63 - i].w;
    __syncthreads();
  }
  C[t] = sum;
}

// The barrier after the wait stands between the reads and the next copy, too.
__global__ void twoBarriers(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[3][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < 2; ++k) {
    if (k < tiles)
      __pipeline_memcpy_async(&s[k][t], &A[k * 64 + t], 16);
    __pipeline_commit();
  }
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (k + 2 < tiles)
      __pipeline_memcpy_async(&s[(k + 2) % 3][t], &A[(k + 2) * 64 + t], 16);
    __pipeline_commit();
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 3][i].x * s[k % 3][63 - i].w;
    __syncthreads();
  }
  C[t] = sum;
}

// The line is that of the call in the loop.
__device__ void waitForAll() { __pipeline_wait_prior(0); }

__global__ void helper(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&s[0][t], &A[t], 16);
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &A[(k + 1) * 64 + t], 16);
    }
    __pipeline_commit();
    waitForAll();
    __syncthreads();
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 2][i].x * s[k % 2][63 - i].w;
    __syncthreads();
  }
  C[t] = sum;
}

// One warp.
__global__ void oneWarp(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[2][32];
  int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&s[0][t], &A[t], 16);
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &A[(k + 1) * 32 + t], 16);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 32; i += 9)
      sum += s[k % 2][i].x * s[k % 2][31 - i].w;
    __syncthreads();
  }
  C[t] = sum;
}

// What the condition guards did not run.
__global__ void guarded(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&s[0][t], &A[t], 16);
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &A[(k + 1) * 64 + t], 16);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (tiles == 7777)
      sum += s[(k + 1) % 2][t].x;
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 2][i].x * s[k % 2][63 - i].w;
    __syncthreads();
  }
  C[t] = sum;
}

// Three tiles show nothing.
__global__ void few(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&s[0][t], &A[t], 16);
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &A[(k + 1) * 64 + t], 16);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 2][i].x * s[k % 2][63 - i].w;
    __syncthreads();
  }
  C[t] = sum;
}

// One launch shows too little.
__global__ void once(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&s[0][t], &A[t], 16);
  __pipeline_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      __pipeline_memcpy_async(&s[(k + 1) % 2][t], &A[(k + 1) * 64 + t], 16);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 2][i].x * s[k % 2][63 - i].w;
    __syncthreads();
  }
  C[t] = sum;
}

// Nobody launches it: its block is a guess.
__global__ void guessed(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[3][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < 2; ++k) {
    if (k < tiles)
      __pipeline_memcpy_async(&s[k][t], &A[k * 64 + t], 16);
    __pipeline_commit();
  }
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (k + 2 < tiles)
      __pipeline_memcpy_async(&s[(k + 2) % 3][t], &A[(k + 2) * 64 + t], 16);
    __pipeline_commit();
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 3][i].x * s[k % 3][63 - i].w;
    __syncthreads();
  }
  C[t] = sum;
}

void run(const float4 *A, float *C, int n) {
  needed<<<1, 64>>>(A, C, n);
  needed2<<<1, 64>>>(A, C, n);
  deep<<<1, 64>>>(A, C, n);
  deepAtTheEnd<<<1, 64>>>(A, C, n);
  twoBarriers<<<1, 64>>>(A, C, n);
  helper<<<1, 64>>>(A, C, n);
  oneWarp<<<1, 32>>>(A, C, n);
  guarded<<<1, 64>>>(A, C, n);
  few<<<1, 64>>>(A, C, 3);
  few<<<1, 64>>>(A, C, 2);
  once<<<1, 64>>>(A, C, 9);
}
