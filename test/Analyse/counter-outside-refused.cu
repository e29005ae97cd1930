// The counter is changed by another name or in the loop; the step is no constant;
// the computation needs what the loads left in it, or the next entry does.
// ACCEPTED: counter-outside.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void byName(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  int i = 0;
  int &other = i;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 256) {
    for (i = 0; i < 4; i++) {
      As[i * 64 + threadIdx.x] = A[k + i * 64 + threadIdx.x];
      other += N == 7;
    }
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += As[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void inLoop(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  int i = 0;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 256) {
    for (i = 0; i < 4; i++) {
      As[i * 64 + threadIdx.x] = A[k + i * 64 + threadIdx.x];
      if (N == 7)
        i++;
    }
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += As[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void anyStep(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  int i = 0;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < N; k += 256) {
    for (i = 0; i < 4; i = i + N / N)
      As[i * 64 + threadIdx.x] = A[k + i * 64 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += As[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void kept(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  int i = 0;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [mixed-statement]
  for (int k = 0; k < N; k += 256) {
    for (i = 0; i < 4; i++)
      As[i * 64 + threadIdx.x] = A[k + i * 64 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += As[j] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void again(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  int i = 0;
  float sum = 0.0f;
  for (int row = 0; row < 3; row++) {
    sum += i;
// CHECK: :[[@LINE+1]]:5: warning: loop left alone: {{.*}} [{{update-between-loads|load-depends-on-compute}}]
    for (int k = 0; k < N; k += 256) {
      for (i = 0; i < 4; i++)
        As[i * 64 + threadIdx.x] = 2 * A[k + i * 64 + threadIdx.x];
      __syncthreads();
      for (i = 0; i < 256; ++i)
        sum += As[i];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}
