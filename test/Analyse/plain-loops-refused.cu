// Loops that are not what their twin's are: another header would count, or ask,
// something else.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

// A continue passes the step of a while, but not that of a for.
__global__ void continues(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [jump-in-loads]
  for (int k = 0; k < n; k += 64) {
    int i = threadIdx.x;
    while (i < 64) {
      As[i] = A[k + i];
      if (k > 64 && i++ < 32)
        continue;
      i += 32;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The step is made of what the body declares.
__global__ void declaresStep(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [jump-in-loads]
  for (int k = 0; k < n; k += 64) {
    int i = threadIdx.x;
    while (i < 64) {
      int step = k > 64 ? 32 : 16;
      As[i] = A[k + i];
      i += step;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// So is what the break asks.
__global__ void declaresAsked(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unsupported-loop-form]
  for (;;) {
    const int end = k + 64;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    k += 64;
    if (end >= n)
      break;
  }
  C[threadIdx.x] = sum;
}

// The step comes after the break.
__global__ void stepsLater(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unsupported-loop-form]
  for (int k = 0;; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    if (k + 64 >= n)
      break;
  }
  C[threadIdx.x] = sum;
}

// The condition that is put in front counts.
__global__ void asksAndCounts(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k = -64;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unsupported-loop-form]
  for (;;) {
    if ((k += 64) >= n)
      break;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
