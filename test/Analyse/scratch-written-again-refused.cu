// The nearest refused neighbours of scratch-written-again.cu: on some way the value from inside the loop is read.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

static __global__ void onOneWay(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float held, sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [update-between-loads]
  for (int k = 0; k < N; k += 64) {
    for (int i = 0; i < 64; i += 32) {
      held = A[k + i + t];
      s[i + t] = held * 2.0f;
    }
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  if (N > 64)
    held = 1.0f;
  sum += held;
  C[t] = sum;
}

static __global__ void perhapsNoRound(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float held, sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [update-between-loads]
  for (int k = 0; k < N; k += 64) {
    for (int i = 0; i < 64; i += 32) {
      held = A[k + i + t];
      s[i + t] = held * 2.0f;
    }
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  for (int i = 0; i < N; ++i)
    held = A[i];
  sum += held;
  C[t] = sum;
}

static __global__ void readFirst(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float held, sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [update-between-loads]
  for (int k = 0; k < N; k += 64) {
    for (int i = 0; i < 64; i += 32) {
      held = A[k + i + t];
      s[i + t] = held * 2.0f;
    }
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  sum += held;
  held = A[t];
  sum += held;
  C[t] = sum;
}

static __global__ void itself(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float held, sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [update-between-loads]
  for (int k = 0; k < N; k += 64) {
    for (int i = 0; i < 64; i += 32) {
      held = A[k + i + t];
      s[i + t] = held * 2.0f;
    }
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += s[j] * j;
    __syncthreads();
  }
  held += A[t];
  sum += held;
  C[t] = sum;
}
