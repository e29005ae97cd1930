// An #if in a function that the loop calls: what another build has there no one has judged.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__device__ void storing(const float *s, float &x) {
  x += s[0];
#ifdef CLEAR
  ((float *)s)[threadIdx.x] = 0.0f;
#endif
}
__global__ void uses_storing(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'storing', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    storing(As, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float element(float *s, int i) {
#ifdef CLEAR
  s[i] = 0.0f;
#endif
  return s[i];
}
__global__ void uses_element(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'element', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += element(As, threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float waiting(float x) {
#ifdef WAIT
  __syncthreads();
#endif
  return 2.0f * x;
}
__global__ void uses_waiting(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'waiting', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += waiting(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float assembled(float x) {
#ifdef ASM
  asm volatile("membar.gl;" : "+f"(x));
#endif
  return x;
}
__global__ void uses_assembled(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'assembled', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += assembled(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ int Count;
__device__ float counted(float x) {
#ifdef COUNT
  ++Count;
#endif
  return x;
}
__global__ void uses_counted(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'counted', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += counted(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float unknown(float x);
__device__ float calling(float x) {
#ifdef CALL
  x = unknown(x);
#endif
  return x;
}
__global__ void uses_calling(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'calling', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += calling(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ void stepping(int &k, float &x) {
  x += k;
#ifdef STEP
  k += 64;
#endif
}
__global__ void uses_stepping(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'stepping', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    stepping(k, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Lock {
  __device__ Lock() { __syncthreads(); }
};
__device__ float locked(float x) {
#ifdef LOCKED
  Lock lock;
#endif
  return x;
}
__global__ void uses_locked(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'locked', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += locked(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The active branch is not there, either.
__device__ void sync() {
#ifdef ONE_WARP
  __syncwarp();
#else
  __syncthreads();
#endif
}
__global__ void syncs(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'sync', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    sync();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sync();
  }
  C[threadIdx.x] = sum;
}

// A print is no matter, but its place among the loads is.
__device__ float noting(const float *p) {
#ifdef NOTE
  printf("%p\n", p);
#endif
  return *p;
}
__global__ void notes(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'noting', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = noting(A + k + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Another function altogether.
#ifdef IN_PLACE
__device__ float scaled(float *s, int i) {
  s[i] *= 2.0f;
  return s[i];
}
#else
__device__ float scaled(float *s, int i) {
  return 2.0f * s[i];
}
#endif
__global__ void scales(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'scaled', which the loop calls, is another function in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += scaled(As, threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// And macros.
#ifdef CHECKED
#define SYNC() (__syncthreads(), (void)__syncthreads_or(sum < 0.0f))
#else
#define SYNC() __syncthreads()
#endif
__global__ void macro(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'SYNC' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    SYNC();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    SYNC();
  }
  C[threadIdx.x] = sum;
}
// What this build's macro does not write.
#ifdef CHECKED
#define ADD(a, to) a = to += a
#else
#define ADD(a, to) to += a
#endif
__global__ void added(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'ADD' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      ADD(As[i], sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// A pointer that is not called one, and a cast to one.
typedef int *Counter;
__device__ float f_byAuto(float a, int *p) {
#ifdef COUNT
  auto q = p; q[0] += 1;
#endif
  return a + *p;
}
__global__ void uses_byAuto(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int first = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x + first];
    __syncthreads();
    sum = f_byAuto(sum + As[threadIdx.x], &first);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float f_byTypedef(float a, int *p) {
#ifdef COUNT
  Counter q = p; q[0] += 1;
#endif
  return a + *p;
}
__global__ void uses_byTypedef(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int first = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x + first];
    __syncthreads();
    sum = f_byTypedef(sum + As[threadIdx.x], &first);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float f_byCast(float a, int *p) {
#ifdef COUNT
  unsigned long long u = (unsigned long long)p; *(Counter)u += 1;
#endif
  return a + *p;
}
__global__ void uses_byCast(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int first = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x + first];
    __syncthreads();
    sum = f_byCast(sum + As[threadIdx.x], &first);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: 16 loops: 0 rewritten
