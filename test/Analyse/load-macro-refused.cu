// One definition loads another element, or does more than to load.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 350
#define BEHIND(p) __ldg(p)
#define POINTEE(p) __ldg(p)
#define NEXT(p) __ldg(p)
#define ADDED(p) __ldg(p)
#else
#define BEHIND(p) (*(p + 1))
#define POINTEE(p) (p)
#define NEXT(p) (*(p)++)
#define ADDED(p) (*(p)) + (*(p))
#endif

__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'behind' depends on 'BEHIND', which another build makes another [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = BEHIND(A + k + threadIdx.x);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void pointee(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = POINTEE(A + k + threadIdx.x);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void next(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = NEXT(A + k + threadIdx.x);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void added(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = ADDED(A + k + threadIdx.x);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: 4 loops: 0 rewritten
