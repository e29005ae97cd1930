// The nearest accepted neighbours of block-polls-refused.cu.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void tries_again(const float *__restrict__ A, float *__restrict__ C, int n, int *count) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
  int old = *count, before;
  do {
    before = old;
    old = atomicCAS(count, before, before | n);
  } while (old != before);
}

__global__ void counts(const float *__restrict__ A, float *__restrict__ C, int n, const int *count) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
  for (int i = 0; i < *count; ++i) {
    C[i] = 1;
    __threadfence();
  }
}

__global__ void read_only(const float *__restrict__ A, float *__restrict__ C, int n, const int *count) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
  int at = 0;
  do {
    at = __ldg(count + at);
    __threadfence();
  } while (at != n);
}

__global__ void copied_once(const float *__restrict__ A, float *__restrict__ C, int n, const int2 *state) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
  const int2 now = *state;
  for (int i = now.x; i < now.y; ++i) {
    C[i] = 1;
    __threadfence();
  }
}

__global__ void of_the_block(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
  __shared__ int2 state;
  int2 now{};
  do {
    now = state;
    __threadfence_block();
  } while (now.x < m);
}
