// A barrier that takes a vote cannot move.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: exit.cu

__global__ void behind_loads(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the barrier that a vote is taken at would move [other-barrier]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    const int many = __syncthreads_count(sum > 0.0f);
    sum += many * As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// On top a vote may stand (vote-on-top.cu), but not as the load barrier, too.
__global__ void both(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the barrier that a vote is taken at would move [other-barrier]
  for (int k = 0; k < N; k += 64) {
    if (__syncthreads_and(sum > 9.0f))
      break;
    As[threadIdx.x] = A[k + threadIdx.x];
    const int many = __syncthreads_count(sum > 0.0f);
    for (int i = 0; i < 64; ++i)
      sum += As[i] * many;
  }
  C[threadIdx.x] = sum;
}

__global__ void sets_the_bound(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the next tile's loads need 'N', which a vote of this tile sets [other-barrier]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    N = __syncthreads_count(sum < 9.0f);
  }
  C[threadIdx.x] = sum;
}

__global__ void shared_vote(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a vote is taken on what other threads may change [other-barrier]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_and(As[63 - threadIdx.x] > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

// A vote in a larger expression is not looked for.
__global__ void hidden(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it uses a barrier that is not the block's plain one [other-barrier]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x] * __syncthreads_count(sum > 0.0f);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
