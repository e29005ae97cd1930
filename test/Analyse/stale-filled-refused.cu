// What the guard leaves alone is not filled, or not in every case.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

// Another element.
__global__ void other(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[16];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    As[15 - threadIdx.x] = 0;
    if (k + threadIdx.x < N)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// For some of the threads alone.
__global__ void some(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[16];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    if (M > 1)
      As[threadIdx.x] = 0;
    if (k + threadIdx.x < N)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Of some tiles alone.
__global__ void of_some_tiles(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[16];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    if (k < N / 2)
      As[threadIdx.x] = 0;
    if (k + threadIdx.x < N)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A name means another constant there.
__global__ void hidden(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[16];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    constexpr int first = 0;
    As[(first + threadIdx.x) % 16] = 0;
    if (k + threadIdx.x < N) {
      constexpr int first = 3;
      As[(first + threadIdx.x) % 16] = A[k + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Or another type.
__global__ void narrow(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[16];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    using Part = float;
    *(Part *)&As[threadIdx.x / 4 * 4] = 0;
    if (k + threadIdx.x < N) {
      using Part = float4;
      *(Part *)&As[threadIdx.x / 4 * 4] = *(const Part *)&A[k + threadIdx.x / 4 * 4];
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// In a loop that ends sooner.
__global__ void loops(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[16];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 15; i += 16)
      As[i] = 0;
    for (int i = threadIdx.x; i < 16; i += 16)
      if (k + i < N)
        As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Behind the loads.
__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[16];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    if (k + threadIdx.x < N)
      As[threadIdx.x] = A[k + threadIdx.x];
    if (k + threadIdx.x >= N + M)
      As[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
