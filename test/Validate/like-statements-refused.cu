// A name of the loads is declared again in the computation, and stands there between tokens that are as like those of
// the loads as the loads' own: the statement tells them apart. Where two statements are the same, both must mean it.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax --variant=ldg-single 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --verify=syntax --variant=ldg 2>&1 >/dev/null | FileCheck %s

constexpr unsigned By = 3;
__device__ float plus(float v, unsigned n) { return v + n; }

__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'By' would be 'By' of line [[@LINE+6]] in the new text, and is 'By' of line 6 [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = plus(A[k + threadIdx.x], By);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    const unsigned By = 5;
    sum += (float)(By);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void call(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'By' would be 'By' of line [[@LINE+6]] in the new text, and is 'By' of line 6 [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = plus(A[k + threadIdx.x], By);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    const unsigned By = 5;
    sum = plus(sum, By);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void twice(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f, last;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{'(By|Row)'}} would be {{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    last = A[k + threadIdx.x]; Row[threadIdx.x] = plus(last, By);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    const unsigned By = 5;
    { float Row[64], last = sum; Row[threadIdx.x] = plus(last, By); sum += Row[threadIdx.x]; }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What stands between braces that make no scope is known behind them; a directive is no part of a statement.
#define FIRST(x) (x)
enum : unsigned { Shift = 3 };

__global__ void enumerator(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'Shift' would be {{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    Row[threadIdx.x] = plus(A[k + threadIdx.x], Shift);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    enum : unsigned { Shift = 5 };
    sum += (float)(Shift);
  }
  C[threadIdx.x] = sum;
}

__global__ void of_a_union(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  union {
    unsigned both;
    float other;
  };
  both = threadIdx.x;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'both' would be {{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    Row[threadIdx.x] = plus(A[k + threadIdx.x], both);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    const unsigned both = 5;
    sum += (float)(both);
  }
  C[threadIdx.x] = sum;
}
