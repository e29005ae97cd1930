// Another build gives values where this one gives none, or does more than that, or by a function of the program's.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__device__ float given(float v) {
#ifdef OLD
  v += __shfl_down_sync(0xffffffffu, v, 1);
#endif
  return v;
}
__global__ void uses_given(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'given', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += given(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float beside(float v) {
  v += __shfl_down_sync(0xffffffffu, v, 1);
#ifdef OLD
  v += __shfl_xor(v, 1);
#endif
  return v;
}
__global__ void uses_beside(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'beside', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += beside(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float waits(float v) {
#if CUDART_VERSION >= 9000
  return __shfl_down_sync(0xffffffffu, v, 1);
#else
  return __syncthreads_or(v > 0.0f);
#endif
}
__global__ void uses_waits(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'waits', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += waits(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float orders(float v) {
#ifdef NEW
  return v;
#else
  __syncwarp();
  return __shfl_down_sync(0xffffffffu, v, 1);
#endif
}
__global__ void uses_orders(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'orders', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += orders(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifdef OLD
#define __shfl(v, lane) (__syncthreads(), v)
#endif
__device__ float defined(float v) {
#if CUDART_VERSION >= 9000
  return __shfl_down_sync(0xffffffffu, v, 1);
#else
  return __shfl(v, 1);
#endif
}
__global__ void uses_defined(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'defined', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += defined(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifdef OLD
__device__ float __shfl_up(float v, int d) {
  __syncthreads();
  return v;
}
#endif
__device__ float declared(float v) {
#if CUDART_VERSION >= 9000
  return __shfl_down_sync(0xffffffffu, v, 1);
#else
  return __shfl_up(v, 1);
#endif
}
__global__ void uses_declared(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'declared', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += declared(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float leaves(float v) {
#ifdef NEW
  v += __shfl_down_sync(0xffffffffu, v, 1);
#else
  if (v > 0.0f)
    return __shfl_down(v, 1);
#endif
  return v + __shfl_down_sync(0xffffffffu, v, 1);
}
__global__ void uses_leaves(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'leaves', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += leaves(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What the loads read would be of another thread's.
__global__ void loads(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: threads exchange values in the load phase [side-effect-in-loads]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = given(A[k + threadIdx.x]) + __shfl_sync(0xffffffffu, k, 0);
    __syncthreads();
    sum += As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: 8 loops: 0 rewritten
