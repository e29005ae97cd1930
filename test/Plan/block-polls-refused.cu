// What a block waits by may be read in ways that have no volatile in them.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: block-polls.cu

__global__ void copied(const float *__restrict__ A, float *__restrict__ C, int n, const int2 *state) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'copied' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
  for (;;) {
    const int2 now = *state;
    if (now.x >= n)
      break;
    __threadfence();
  }
}

__global__ void assigned(const float *__restrict__ A, float *__restrict__ C, int n, const int2 *state) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'assigned' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
  int2 now{};
  do {
    now = *state;
    __threadfence();
  } while (now.x < n);
}

__global__ void by_memcpy(const float *__restrict__ A, float *__restrict__ C, int n, int *count) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'by_memcpy' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
  int seen = 0;
  while (seen < n)
    memcpy(&seen, count, sizeof(seen));
}

__global__ void of_const(const float *__restrict__ A, float *__restrict__ C, int n, const int *count) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'of_const' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
  while (*count < n)
    __threadfence();
}

__global__ void given_back(const float *__restrict__ A, float *__restrict__ C, int n, int *count) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'given_back' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
  int mine;
  do {
    mine = atomicAdd(count, 1);
    atomicSub(count, 1);
  } while (mine < n);
}

__global__ void stores_what_it_saw(const float *__restrict__ A, float *__restrict__ C, int n, int *count) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'stores_what_it_saw' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
  int old = 0;
  while (old != n)
    old = atomicCAS(count, old, old);
}

__global__ void leaves_by_value(const float *__restrict__ A, float *__restrict__ C, int n, int *count) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'leaves_by_value' must fit on the GPU at once
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
  int old = *count;
  for (;;) {
    const int now = atomicCAS(count, old, old | 0);
    if (now == n)
      break;
    old = now;
  }
}
