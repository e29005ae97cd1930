// Miscompile class: what is set under the condition of the loads holds something else in the last iteration.
// ACCEPTED: hand-buffers.cu
// RUN: %pipeline-rewrite %s %builtin --unpipeline --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#define T 16

__device__ inline void wait(int) { __syncthreads(); }

__global__ void more(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  int more = 1;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: what the pipeline sets is used after the loop [hand-unproven]
  for (int k = 0; k < K; k += T) {
    more = 0;
    if (k + T < K) {
      more = 1;
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    }
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum + more * (b / 1000);
}

__global__ void toggled(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  for (int k = 0; k < K; k += T) {
    if (k + T < K) {
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
      cur ^= 1;
    }
    for (int i = 0; i < T; ++i)
      sum += As[k / T & 1][ty][i];
    __syncthreads();
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void limit(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  int end = K, next = K;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: loads under a condition that is not whether there is a tile [hand-unproven]
  for (int k = 0; k < end; k += T, end = next) {
    next = K + b / 1000;
    if (k + T < end) {
      next = K;
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    }
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void total(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  int n = 0, d = 0;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the computation reads 'd' [hand-unproven]
  for (int k = 0; k < K; k += T, n = d) {
    d = 0;
    if (k + T < K) {
      d = 1;
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    }
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum + n * (b / 1000);
}

__global__ void barrier(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  int n[1] = {0};
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop: the computation has a call [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    wait(n[0] += b / 1000);
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum + n[0];
}

__global__ void waiting(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  float a = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the computation reads 'a' [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      a = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    if (k + T < K)
      As[cur ^ 1][ty][tx] = a;
    sum += a;
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void ended(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  if (ty > 12)
    return;
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: what stands in front of the loop needs the first tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void separate(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[ty][tx] = A[row + tx];
  __syncthreads();
  As[ty][tx ^ 1] = A[row + tx + 1];
  __syncthreads();
  for (int k = 0; k < K; k += T) {
    for (int i = 0; i < T; ++i)
      sum += As[ty][i];
    __syncthreads();
    if (k + T < K)
      As[ty][tx] = A[row + k + T + tx];
    __syncthreads();
    if (k + T < K)
      As[ty][tx ^ 1] = A[row + k + T + tx + 1];
    __syncthreads();
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void ahead(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} computes something else [hand-unproven]
  for (int k = T; k < K + T; k += T) {
    if (k < K)
      As[cur ^ 1][ty][tx] = A[row + k + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i] * k;
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void fewer(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: loads under a condition that is not whether there is a tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K - 1)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void unguarded(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is loaded that may not exist [hand-unproven]
  for (int k = 0; k < K; k += T) {
    As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}
