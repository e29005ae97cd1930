// An #if in a function that the loop calls, where all that comes of each branch is a value, or a print.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__device__ float fast(float x) {
#ifdef FAST
  return __expf(x);
#else
  return expf(x);
#endif
}
__global__ void uses_fast(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += fast(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float noted(const float *s, int i) {
  float x = s[i];
#ifndef NDEBUG
  if (x < 0.0f)
    printf("%d: %f\n", i, x);
  assert(x < 100.0f);
#endif
  return x;
}
__global__ void uses_noted(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += noted(As, threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float summed(const float *s, int i) {
  float part[4] = {};
#ifdef UNROLLED
#pragma unroll
  for (int j = 0; j < 4; ++j)
    part[j & 3] += s[(i + j) % 64];
#else
  const float *at = s + i;
  part[0] = *at;
#endif
  return part[0] + part[1];
}
__global__ void uses_summed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += summed(As, threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// One load or another.
__device__ float loaded(const float *p) {
#ifdef READ_ONLY
  return __ldg(p);
#else
  return *p;
#endif
}
__global__ void loads(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = loaded(A + k + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Another function that gives a value as well.
#ifdef TWICE
__device__ float scaled(const float *s, int i) {
  float x = s[i];
  x *= 2.0f;
  return x;
}
#else
__device__ float scaled(const float *s, int i) { return s[i]; }
#endif
__global__ void scales(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += scaled(As, threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// And macros: numbers, expressions, or the same.
#ifdef LARGE
#define BLOCK 64
#define SCALE(x) ((x) * 2.0f)
#define ADD(to, a) to = fmaf(a, 1.0f, to)
#define SYNC() __syncthreads()
#else
#define BLOCK (32 * 2)
#define SCALE(x) (x)
#define ADD(sum, x) sum += (x)
#define SYNC() __syncthreads()
#endif
#if 0
#undef BLOCK
#define BLOCK __syncthreads()
#endif
__global__ void macros(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += BLOCK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    SYNC();
    ADD(sum, SCALE(As[threadIdx.x]));
    SYNC();
  }
  C[threadIdx.x] = sum;
}
// CHECK: 6 loops: 6 rewritten
