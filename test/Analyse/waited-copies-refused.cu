// Asynchronous copies that are not waited for at once, or not seen to be.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#include <cuda_pipeline.h>

__device__ void use(float &sum, const float *xs) {
  for (int i = 0; i < 64; ++i)
    sum += xs[i];
}

// Of two groups one may be in flight: the loop waits for q as well.
// CHECK: remark: already pipelined: {{.*}} in 'waitsForAnother'
__global__ void waitsForAnother(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float xs[64], q[64];
  float sum = 0.0f;
  __pipeline_memcpy_async(&q[threadIdx.x], &A[threadIdx.x], 4);
  __pipeline_commit();
  for (int k = 0; k < n; k += 64) {
    __pipeline_memcpy_async(&xs[threadIdx.x], &A[k + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    use(sum, xs);
    use(sum, q);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The same by the way of an outer loop.
// CHECK: remark: already pipelined: {{.*}} in 'waitsForLast'
__global__ void waitsForLast(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float xs[64], q[64];
  float sum = 0.0f;
  for (int o = 0; o < n; ++o) {
    for (int k = 0; k < n; k += 64) {
      __pipeline_memcpy_async(&xs[threadIdx.x], &A[k + threadIdx.x], 4);
      __pipeline_commit();
      __pipeline_wait_prior(0);
      __syncthreads();
      use(sum, xs);
      if (o > 0)
        use(sum, q);
      __syncthreads();
    }
    __pipeline_memcpy_async(&q[threadIdx.x], &A[threadIdx.x], 4);
    __pipeline_commit();
  }
  C[threadIdx.x] = sum;
}

// The group is closed after the wait.
// CHECK: remark: already pipelined: {{.*}} in 'closesLate'
__global__ void closesLate(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float xs[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    __pipeline_memcpy_async(&xs[threadIdx.x], &A[k + threadIdx.x], 4);
    __pipeline_wait_prior(0);
    __pipeline_commit();
    __syncthreads();
    use(sum, xs);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: already pipelined: {{.*}} in 'waitsSometimes'
__global__ void waitsSometimes(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float xs[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    __pipeline_memcpy_async(&xs[threadIdx.x], &A[k + threadIdx.x], 4);
    __pipeline_commit();
    if (k > 64)
      __pipeline_wait_prior(0);
    __syncthreads();
    use(sum, xs);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Not all or nothing is zero.
// CHECK: remark: already pipelined: {{.*}} in 'fillsPartly'
__global__ void fillsPartly(const float4 *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float4 xs[64];
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    __pipeline_memcpy_async(&xs[threadIdx.x], &A[k * 64 + threadIdx.x], 16,
                            threadIdx.x < 32 ? 8 : 0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += xs[i].x + xs[i].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What the address was made of has changed, or means another variable.
// CHECK: warning: loop left alone: {{.*}} [already-async]
__global__ void movesOn(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float xs[64];
  float sum = 0.0f;
  int s = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    unsigned to = __cvta_generic_to_shared(&xs[s]);
    s = (s + 1) % 64;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(&A[k + threadIdx.x]));
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    use(sum, xs);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: warning: loop left alone: {{.*}} [already-async]
__global__ void hidesName(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float xs[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    int s = threadIdx.x;
    unsigned to = __cvta_generic_to_shared(&xs[s]);
    {
      int s = 3;
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(&A[k + threadIdx.x]));
      sum += s;
    }
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    use(sum, xs);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A macro that is more than the copy.
#define FETCH(to, from) __pipeline_memcpy_async(to, from, 4); __pipeline_commit()
// CHECK: warning: loop left alone: {{.*}} [already-async]
__global__ void byMacroOfTwo(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float xs[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    FETCH(&xs[threadIdx.x], &A[k + threadIdx.x]);
    __pipeline_wait_prior(0);
    __syncthreads();
    use(sum, xs);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Another build copies in another way, which an assignment here would not show.
#ifdef NO_ASYNC
#define START(to, from) (void)0
#else
#define START(to, from) __pipeline_memcpy_async(to, from, 4)
#endif
// CHECK: warning: loop left alone: {{.*}} [conditional-compilation]
__global__ void byOtherMacro(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float xs[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    START(&xs[threadIdx.x], &A[k + threadIdx.x]);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    use(sum, xs);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ void start(float *to, const float *from) {
#ifdef SLOWLY
  *to += *from;
#else
  __pipeline_memcpy_async(to, from, 4);
#endif
}
// CHECK: warning: loop left alone: {{.*}} [conditional-compilation]
__global__ void byOtherFunction(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float xs[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    start(&xs[threadIdx.x], &A[k + threadIdx.x]);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    use(sum, xs);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ void startByArch(float *to, const float *from) {
#if __CUDA_ARCH__ >= 800
  __pipeline_memcpy_async(to, from, 4);
#endif
}
// CHECK: warning: loop left alone: {{.*}} [conditional-compilation]
__global__ void byArch(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float xs[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    startByArch(&xs[threadIdx.x], &A[k + threadIdx.x]);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    use(sum, xs);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
