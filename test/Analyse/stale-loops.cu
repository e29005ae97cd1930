// What a loop stores to is compared by its head, whatever its counter is called.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin 2>&1 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-5: equal

// A tile that is full, and one that is not: each has a loop of its own.
// CHECK: remark: rewritten: ldg, {{.*}} 'full_or_edge'
// CHECK-NEXT: equal
__global__ void full_or_edge(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    if (k + 64 <= N)
      for (int i = threadIdx.x; i < 64; i += 16)
        As[i] = A[k + i];
    else
      for (int i = threadIdx.x; i < 64; i += 16)
        As[i] = k + i < N ? A[k + i] : 0;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Their counters and numbers have other names.
// CHECK: remark: rewritten: ldg, {{.*}} 'other_names'
// CHECK-NEXT: equal
__global__ void other_names(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    if (k + 64 <= N) {
      for (int i = threadIdx.x; i < 64; i += 16) {
        const int at = 63 - i;
        As[at] = A[k + i];
      }
    } else { for (int j = threadIdx.x; j < 64; j += 16) { const int to = 63 - j; As[to] = 0; } }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// In loops within loops, under a guard of its own.
// CHECK: remark: rewritten: ldg, {{.*}} 'rows'
// CHECK-NEXT: equal
__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    if (k + 64 <= N) {
      for (int r = 0; r < 4; ++r)
        for (int c = threadIdx.x; c < 16; c += 8)
          if (c < M)
            As[r * 16 + c] = A[k + r * 16 + c];
    } else {
      for (int r = 0; r < 4; ++r)
        for (int c = threadIdx.x; c < 16; c += 8)
          if (c < M)
            As[r * 16 + c] = 1;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// One loop fills what the next one may leave alone.
// CHECK: remark: rewritten: ldg, {{.*}} 'loops'
// CHECK-NEXT: equal
__global__ void loops(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 64; i += 16)
      As[i] = 0;
    for (int i = threadIdx.x; i < 64; i += 16)
      if (k + i < N)
        As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A place that either branch works out for itself.
// CHECK: remark: rewritten: ldg, {{.*}} 'own_place'
// CHECK-NEXT: equal
__global__ void own_place(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    if (k + threadIdx.x < N) {
      const int at = threadIdx.x % 64;
      As[at] = A[k + at];
    } else {
      const int at = threadIdx.x % 64;
      As[at] = 0;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
