// A loop that is entered again finds the elements that this entry leaves alone as the one before left them.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

// The guard's bound is another one in each round of the loop around it.
__global__ void bound(const float *__restrict__ A, float *__restrict__ C, int N, int Rows) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int r = 0; r < Rows; r += 64) {
// CHECK: :[[@LINE+1]]:5: warning: loop left alone: a guard or an index that may differ when the loop is entered again may leave elements of an earlier tile in 'As' [stale-tile]
    for (int k = 0; k < N; ++k) {
      if (r + threadIdx.x < Rows)
        As[threadIdx.x] = A[(r + threadIdx.x) * N + k];
      __syncthreads();
      sum += As[63 - threadIdx.x];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

// So is what a local of the loop around it is made of.
__global__ void row(const float *__restrict__ A, float *__restrict__ C, int N, int Rounds) {
  __shared__ float As[4][64];
  float sum = 0.0f;
  int r = 0;
  while (r < Rounds) {
    const int line = r % 4;
// CHECK: :[[@LINE+1]]:5: warning: loop left alone: {{.*}} [stale-tile]
    for (int k = 0; k < N; k += 64) {
      As[line][threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int l = 0; l <= line; ++l)
        sum += As[l][63 - threadIdx.x];
      __syncthreads();
    }
    ++r;
  }
  C[threadIdx.x] = sum;
}

// A jump back.
__global__ void jump(const float *__restrict__ A, float *__restrict__ C, int N, int Bound) {
  __shared__ float As[64];
  float sum = 0.0f;
again:
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    if (threadIdx.x < Bound)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  if ((Bound -= 16) > 0)
    goto again;
  C[threadIdx.x] = sum;
}

// Another call of the function.
__device__ float part(const float *A, int N, int Bound) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    if (threadIdx.x < Bound)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  return sum;
}
__global__ void parts(const float *__restrict__ A, float *__restrict__ C, int N) {
  C[threadIdx.x] = part(A, N, 64) + part(A, N, 32);
}

// The same call, in a loop.
__device__ float round(const float *A, int N, int Bound) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    if (threadIdx.x < Bound)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  return sum;
}
__global__ void rounds(const float *__restrict__ A, float *__restrict__ C, int N) {
  float sum = 0.0f;
  for (int r = 0; r < 4; ++r)
    sum += round(A, N, 64 - 16 * r);
  C[threadIdx.x] = sum;
}

// The call may be jumped back to, from whatever depth.
__device__ float turn(const float *A, int N, int Bound) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    if (threadIdx.x < Bound)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  return sum;
}
__global__ void turns(const float *__restrict__ A, float *__restrict__ C, int N, int Bound) {
  float sum = 0.0f;
  {
  again:
    Bound -= 16;
  }
  sum += turn(A, N, Bound);
  if (Bound > 0)
    goto again;
  C[threadIdx.x] = sum;
}

// The table that says which element is another one in each round.
__global__ void listed(const float *__restrict__ A, float *__restrict__ C, int N, int Rounds) {
  __shared__ float As[64];
  __shared__ int Table[32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < Rounds; ++r) {
    Table[t] = t + r % 2 * 32;
    __syncthreads();
// CHECK: :[[@LINE+1]]:5: warning: loop left alone: {{.*}} [stale-tile]
    for (int k = 0; k < N; k += 32) {
      const int at = Table[t];
      As[at] = A[k + t];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        if (r > 0)
          sum += As[i] * i;
      __syncthreads();
    }
  }
  C[t] = sum;
}
// CHECK: 7 loops: 0 rewritten
