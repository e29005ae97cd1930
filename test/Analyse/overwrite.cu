// What a thread stores behind a copy must be seen to miss what is copied.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --print=plan 2>&1 | FileCheck %s

// Filled behind the copy: not in flight then.
// CHECK: in filled_behind
// CHECK: 'As' goes through registers: a thread may store to one element again, and the copy might come last
__global__ void filled_behind(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    Bs[threadIdx.x] = B[k + threadIdx.x];
    As[threadIdx.x] = A[k + threadIdx.x];
    if (threadIdx.x >= 61)
      As[threadIdx.x] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Two copies are not in order either.
// CHECK: in copied_twice
// CHECK: 'As' goes through registers: a thread may store to one element again
__global__ void copied_twice(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    Bs[threadIdx.x] = B[k + threadIdx.x];
    As[threadIdx.x] = A[k + threadIdx.x];
    if (threadIdx.x == 7)
      As[threadIdx.x] = B[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The wide copy reaches what is filled.
// CHECK: in filled_within
// CHECK: 'As' goes through registers: a thread may store to one element again
__global__ void filled_within(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ __align__(16) float As[256];
  __shared__ float Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    Bs[threadIdx.x] = B[k + threadIdx.x];
    *reinterpret_cast<float4 *>(&As[threadIdx.x * 4]) = *reinterpret_cast<const float4 *>(&A[(k + threadIdx.x) * 4]);
    As[threadIdx.x * 4 + 3] = 1.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[4 * i] * As[4 * i + 3] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The index has changed between the two.
// CHECK: in index_moves
// CHECK: 'As' goes through registers: a thread may store to one element again
__global__ void index_moves(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[128], Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    Bs[threadIdx.x] = B[k + threadIdx.x];
    int at = threadIdx.x + 64;
    As[at] = A[k + threadIdx.x];
    at -= 64;
    As[at + 64] = 2.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i + 64] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Filled in front of the copy, in the other arm, in another row, element or
// field: nearest accepted.
// CHECK: in apart
// CHECK-NOT: goes through registers
// CHECK: plan form=cpasync
__global__ void apart(const float4 *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float4 As[128];
  __shared__ float Bs[3][64], Cs[64], Ds[64];
  __shared__ __align__(16) float Es[512];
  __shared__ struct { float a, b; } Fs[64];
  float sum = 0.0f;
  const int t = threadIdx.x, row = N % 2;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    As[threadIdx.x + 64] = A[N + k + threadIdx.x];
    Bs[row][t] = B[k + t];
    Bs[1 + row][t] = B[N + k + t];
    Cs[t] = 1.0f;
    if (t < 60)
      Cs[t] = B[k + t];
    if (k + t < N)
      Ds[t] = B[k + t];
    else
      Ds[t] = 0.0f;
    *reinterpret_cast<float4 *>(&Es[t * 8]) = A[k + t];
    Es[t * 8 + 4] = 1.0f;
    Fs[t].a = B[k + t];
    Fs[t].b = B[k + N + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x * As[i + 64].y + Bs[row][i] * Bs[1 + row][i] + Cs[i] * Ds[i] + Es[8 * i] * Es[8 * i + 4] + Fs[i].a * Fs[i].b;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
