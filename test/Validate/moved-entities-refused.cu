// Names of other kinds, where the stores of the next tile land behind the computation.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void enum_constant(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  enum { flip = 1 };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'flip' would be 'flip' of line [[@LINE+4]] in the new text, and is 'flip' of line [[@LINE-1]] [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ flip] = A[k + threadIdx.x];
    __syncthreads();
    enum { flip = 2 };
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void lambda_body(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  const unsigned flip = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'flip' would be 'flip{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[([&] { return threadIdx.x ^ flip; }())] = A[k + threadIdx.x];
    __syncthreads();
    const unsigned flip = 2;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void lambda_capture(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  const unsigned flip = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'flip' would be 'flip{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[([by = flip] { return threadIdx.x ^ by; }())] = A[k + threadIdx.x];
    __syncthreads();
    const unsigned flip = 2;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ unsigned by(unsigned v) { return v; }
__device__ unsigned by(float v) { return static_cast<unsigned>(v) ^ 1; }

__global__ void conversion(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'by' would be 'by unsigned int (float)'{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[by(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    __device__ unsigned by(float);
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define TURNED ^ 1

__global__ void macro_inside(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'TURNED' would be{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x TURNED] = A[k + threadIdx.x];
    __syncthreads();
#undef TURNED
#define TURNED ^ 3
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <unsigned By> __device__ unsigned turned(unsigned v) { return v ^ By; }

__global__ void template_argument(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  constexpr unsigned flip = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{'turned' would be|'flip' would be}}{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[turned<flip>(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    constexpr unsigned flip = 2;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void extent(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  struct Two { char Parts[2]; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'Two' would be the type{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ sizeof(Two)] = A[k + threadIdx.x];
    __syncthreads();
    struct Two { char Parts[4]; };
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
