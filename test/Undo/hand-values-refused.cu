// Miscompile class: values that look alike are others: of other operators, types and widths.
// ACCEPTED: hand-buffers.cu
// RUN: %pipeline-rewrite %s %builtin --unpipeline --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#define T 16

__global__ void products(const float *__restrict__ A, float *__restrict__ C, int K, int a, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx + (0 < a * b) * (b / 1000)];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} is no load of a next tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx + (0 < a) * b * (b / 1000)];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void equals(const float *__restrict__ A, float *__restrict__ C, int K, int a, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx + (0 == a * b) * (b / 1000)];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} is no load of a next tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx + (0 == a) * b * (b / 1000)];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void shifted(const float *__restrict__ A, float *__restrict__ C, int K, int a, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx + ((long long)a << 20) * (b / 1000)];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} is no load of a next tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx + (long long)(a << 20) * (b / 1000)];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void widened(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[(long long)row * b + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} is no load of a next tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row * b + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void quotient(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  unsigned u = 65536u;
  As[0][ty][tx] = A[row + tx + int(u * u / 1073741824u) * (b / 1000)];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} is no load of a next tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx + 4 * (b / 1000)];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void wrapped(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[3][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  unsigned n = 4294967256u;
  As[n % 3][ty][tx] = A[row + tx];
  __syncthreads();
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: which buffer is read [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[(n + 1) % 3][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[n % 3][ty][i];
    __syncthreads();
    ++n;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void counted(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop: what is stored to the tile [hand-unproven]
  for (unsigned k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void halves(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx + b / 2 * 2];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} is no load of a next tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx + b];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}
