// The stride of a copy loop is a local that may have another value than what
// initialises it, or whose value is not known.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

static __global__ void changedBefore(const float *__restrict__ A, float *__restrict__ C, int N, int n) {
  __shared__ float s[256];
  int stride = 64;
  if (n > 3)
    stride = 128;
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 256) {
    for (int i = 0; i < 256; i += stride)
      s[i + threadIdx.x] = A[k + i + threadIdx.x] * 2;
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void byReference(const float *__restrict__ A, float *__restrict__ C, int N, int n) {
  __shared__ float s[256];
  int stride = 64;
  int &other = stride;
  other += n;
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 256) {
    for (int i = 0; i < 256; i += stride)
      s[i + threadIdx.x] = A[k + i + threadIdx.x] * 2;
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void byPointer(const float *__restrict__ A, float *__restrict__ C, int N, int n) {
  __shared__ float s[256];
  int stride = 64;
  int *other = &stride;
  *other = n;
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 256) {
    for (int i = 0; i < 256; i += stride)
      s[i + threadIdx.x] = A[k + i + threadIdx.x] * 2;
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static __global__ void changedBehind(const float *__restrict__ A, float *__restrict__ C, int N, int n) {
  __shared__ float s[256];
  int stride = 64;
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 256) {
    for (int i = 0; i < 256; i += stride)
      s[i + threadIdx.x] = A[k + i + threadIdx.x] * 2;
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
  stride = n;
  C[0] = stride;
}

static __global__ void quotientOfParameter(const float *__restrict__ A, float *__restrict__ C, int N, int n) {
  __shared__ float s[256];
  int stride = 128 / n;
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 256) {
    for (int i = 0; i < 256; i += stride)
      s[i + threadIdx.x] = A[k + i + threadIdx.x] * 2;
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
