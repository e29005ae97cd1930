// What a break asks counts the tiles, or is a limit that the condition lacks.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: exit.cu

__global__ void by_counter(const float *__restrict__ A, float *__restrict__ C, int room, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
  int seen = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it is left by a break that asks for 'seen': the next tile may not be there [early-exit]
  for (int k = 0; k < room; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    seen += 64;
    if (__syncthreads_or(seen >= n))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void by_voted_step(const float *__restrict__ A, float *__restrict__ C, int room, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
  int last;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it is left by a break that asks for 'last': the next tile may not be there [early-exit]
  for (int k = 0; k < room; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    last = __syncthreads_or(sum > 9.0f || k + 64 >= n);
    if (last)
      break;
  }
  C[threadIdx.x] = sum;
}

// The first tile differs, the last is the same for all.
__global__ void from_there(const float *__restrict__ A, float *__restrict__ C, int first) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the break may be all that says which tiles there are: the loop condition has a constant for a limit [early-exit]
  for (int k = first; k < 4096; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void declared_before(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the break may be all that says which tiles there are: the loop condition has a constant for a limit [early-exit]
  for (k = 0; k < 4096; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

// What memory says beside the number of the tile hides none of it.
__global__ void either_of_both(const float *__restrict__ A, float *__restrict__ C, int N, int lim) {
  __shared__ float As[64];
  float sum = 0.0f;
  bool done = false;
  int seen = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it is left by a break that asks for 'done': the next tile may not be there [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    done = k + 64 >= lim || sum > 9.0f;
    if (__syncthreads_and(done))
      break;
  }
  C[threadIdx.x] = sum + seen;
}

__global__ void under_a_condition(const float *__restrict__ A, float *__restrict__ C, int N, int lim) {
  __shared__ float As[64];
  float sum = 0.0f;
  bool done = false;
  int seen = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it is left by a break that asks for 'done': the next tile may not be there [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    done = sum > 9.0f;
    if (k + 64 >= lim)
      done = true;
    if (__syncthreads_and(done))
      break;
  }
  C[threadIdx.x] = sum + seen;
}

__global__ void steps_by_memory(const float *__restrict__ A, float *__restrict__ C, int N, int lim) {
  __shared__ float As[64];
  float sum = 0.0f;
  bool done = false;
  int seen = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it is left by a break that asks for 'done': the next tile may not be there [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (sum > 9.0f)
      seen += 2;
    else
      seen++;
    done = seen >= lim;
    if (__syncthreads_and(done))
      break;
  }
  C[threadIdx.x] = sum + seen;
}

__global__ void counts_in_memory(const float *__restrict__ A, float *__restrict__ C, int N, int lim) {
  __shared__ float As[64], count[1];
  float sum = 0.0f;
  bool done = false;
  int seen = 0;
  count[0] = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it is left by a break that asks for 'done': the next tile may not be there [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (threadIdx.x == 0)
      count[0] += 1;
    done = count[0] >= lim;
    if (__syncthreads_and(done))
      break;
  }
  C[threadIdx.x] = sum + seen;
}

// CHECK-NOT: warning
__global__ void down(const float *__restrict__ A, float *__restrict__ C, int left) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (; left > 0; left -= 64) {
    As[threadIdx.x] = A[left - 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}
