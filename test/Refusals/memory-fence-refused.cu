// Miscompile class: a load moved across a fence. Another block may publish the
// tile before this one passes the fence.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [memory-fence]
  for (int k = 0; k < N; k += 64) {
    __threadfence();
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Stores of the loop are published to other blocks.
__global__ void published(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [memory-fence]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = As[63 - threadIdx.x];
    asm volatile("membar.gl;" ::: "memory");
    __threadfence();
    __syncthreads();
  }
}

// A thread of the block may wait for what another one has stored.
__global__ void waits(const float *__restrict__ A, float *__restrict__ C, int *flags, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: an atomic or a volatile access may say that other threads have stored what is loaded after a fence [memory-fence]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    atomicAdd(&flags[threadIdx.x], 0);
    __threadfence_block();
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
