// A loop that is entered again, and stores the same elements each time.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %S/stale-again-refused.cu %builtin --choose=rules 2>&1 >/dev/null | FileCheck %s --check-prefix=SINGLE

// What is new in each round only tells where from.
__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int r = 0; r < Rows; r += 64) {
    const int t = threadIdx.x, row = r + t;
// CHECK: :[[@LINE+1]]:5: remark: rewritten: ldg, 2 stages
    for (int k = 0; k < N; ++k) {
      As[t] = row < Rows ? A[row * N + k] : 0.0f;
      __syncthreads();
      sum += As[63 - threadIdx.x];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

// The guard's bound has its value from before the loop around it.
__global__ void bound(const float *__restrict__ A, float *__restrict__ C, int N, int Bound, int Rounds) {
  __shared__ float As[64];
  float sum = 0.0f;
  Bound = Bound < 64 ? Bound : 64;
  for (int r = 0; r < Rounds; ++r) {
// CHECK: :[[@LINE+1]]:5: remark: rewritten: ldg, 2 stages
    for (int k = 0; k < N; k += 64) {
      if (threadIdx.x < Bound)
        As[threadIdx.x] = A[r + k + threadIdx.x];
      __syncthreads();
      if (63 - threadIdx.x < Bound)
        sum += As[63 - threadIdx.x];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

// Each call gives what is the same in a thread.
__device__ float part(const float *A, int N, int t, int Bound) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 64) {
    if (t < Bound)
      As[t] = A[k + t];
    __syncthreads();
    sum += As[31 - t % 32];
    __syncthreads();
  }
  return sum;
}
__global__ void parts(const float *__restrict__ A, float *__restrict__ C, int N) {
  const int t = threadIdx.x;
  float sum = part(A, N, t, 32);
  for (int r = 0; r < 4; ++r)
    sum += part(A + r, N, threadIdx.x, 16 + 16);
  C[t] = sum;
}

// Two kernels have tiles of their own.
__device__ float once(const float *A, int N, int Bound) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 64) {
    if (threadIdx.x < Bound)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    if (63 - threadIdx.x < Bound)
      sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  return sum;
}
__global__ void one(const float *__restrict__ A, float *__restrict__ C, int N) { C[threadIdx.x] = once(A, N, 64); }
__global__ void other(const float *__restrict__ A, float *__restrict__ C, int N, int Bound) {
  C[threadIdx.x] = once(A, N, Bound);
}

// The table is the same in each round.
__global__ void listed(const float *__restrict__ A, float *__restrict__ C, int N, int Rounds) {
  __shared__ float As[64];
  const int Table[2] = {32, 0};
  float sum = 0.0f;
  for (int r = 0; r < Rounds; ++r) {
// CHECK: :[[@LINE+1]]:5: remark: rewritten: ldg, 2 stages
    for (int k = 0; k < N; k += 64) {
      const int at = threadIdx.x % 32 + Table[threadIdx.x / 32];
      As[at] = A[r + k + threadIdx.x];
      __syncthreads();
      sum += As[63 - threadIdx.x];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}
// CHECK: 5 loops: 5 rewritten

// One buffer keeps what the source's keeps. (A label has its own refusal.)
// SINGLE-COUNT-6: remark: rewritten: ldg-single
