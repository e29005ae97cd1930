// The nearest refused neighbours of other-build-branches.cu: an #if of its own chooses the macro, as one around the loop
// does; the branch that is taken depends on the build; so does the one that takes it.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

#if __CUDA_ARCH__ >= 700
#define TWICE(x) (2 * (x))
#else
#define TWICE(x) (x)
#endif
static __global__ void beside(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
#if __CUDA_ARCH__ >= 500
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += TWICE(As[i]);
    __syncthreads();
  }
#endif
  C[threadIdx.x] = sum;
}

#define FLOATS
#if defined(FLOATS)
#define SCALED(x) ((x) * __CUDA_ARCH__)
#elif defined(HALVES)
#define SCALED(x) (x)
#endif

static __global__ void taken(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += SCALED(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#if __CUDA_ARCH__ < 700
#define OLD
#endif
#ifdef OLD
#define CHOSEN(x) (2 * (x))
#else
#define CHOSEN(x) (x)
#endif

static __global__ void chosen(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += CHOSEN(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#if __CUDA_ARCH__ >= 700
#define INSIDE(x) (2 * (x))
static __global__ void within(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
#if __CUDA_ARCH__ >= 800
#undef INSIDE
#define INSIDE(x) (x)
#endif
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += INSIDE(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
#endif
