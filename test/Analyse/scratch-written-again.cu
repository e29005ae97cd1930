// A local that the loads and what follows the loop share: behind the loop it is written before it is read, on every way.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

static __global__ void again(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float held, sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
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
  held = A[N + t];
  sum += held;
  C[t] = sum;
}

static __global__ void onBothWays(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float held, sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
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
  else
    held = A[t];
  sum += held;
  C[t] = sum;
}

static __global__ void inEachRound(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float held, sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}}, equal
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
  for (int i = 0; i < 2; ++i) {
    held = A[i];
    sum += held;
  }
  C[t] = sum;
}

void run(const float *A, float *C, int N) {
  again<<<1, 32>>>(A, C, N);
  onBothWays<<<1, 32>>>(A, C, N);
  inEachRound<<<1, 32>>>(A, C, N);
}
