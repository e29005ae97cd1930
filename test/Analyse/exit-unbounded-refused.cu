// The break may be what says which tiles there are, whatever it asks for: what
// the computation found may end a list. A tile must not be loaded before it.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:
// ACCEPTED: exit-within-object.cu

__global__ void by_sum(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'A' [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

// CHECK: advice {{.*}}pass --assume-tiles-exist if the tiles that the loop condition admits
__global__ void by_counter(const float *__restrict__ A, float *__restrict__ C, int N, int last) {
  int seen = 0;
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'A' [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    seen += 64;
    if (__syncthreads_or(seen >= last))
      break;
  }
  C[threadIdx.x] = sum;
}

__device__ void note(int &seen) { seen += 64; }
__global__ void by_callee(const float *__restrict__ A, float *__restrict__ C, int N, int last) {
  int seen = 0;
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'A' [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    note(seen);
    if (__syncthreads_or(seen >= last))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void by_lambda(const float *__restrict__ A, float *__restrict__ C, int N, int last) {
  int seen = 0;
  auto step = [&] { ++seen; };
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'A' [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    step();
    if (__syncthreads_or(seen >= last))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void by_parameter(const float *__restrict__ A, float *__restrict__ C, int N, bool once) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'A' [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    if (once)
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void by_constant(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'A' [early-exit]
  for (int k = 0; k < 4096; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

// Entries behind the last tile that is used may be anything.
__constant__ int table[64];
__device__ float object[4096];
__global__ void by_table(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'object' [early-exit]
  for (int k = 0; k < 4096; k += 64) {
    As[threadIdx.x] = object[table[k / 64] + threadIdx.x % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void by_own_table(const float *__restrict__ A, float *__restrict__ C, int N) {
  int own[4] = {0, N, 2, 3};
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'object' [early-exit]
  for (int k = 0; k < 4096; k += 64) {
    As[threadIdx.x] = object[own[k / 1024] + threadIdx.x % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

// One thread too many, one tile too many, one bound that a launch gives.
__global__ void all_threads(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'object' [early-exit]
  for (int k = 0; k < 4096; k += 64) {
    As[threadIdx.x] = object[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void too_many(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'object' [early-exit]
  for (int k = 0; k < 4097; k += 64) {
    As[threadIdx.x] = object[k + threadIdx.x % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void given(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'object' [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = object[k + threadIdx.x % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

extern __device__ float unsized[];
__global__ void unknown_size(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'unsized' [early-exit]
  for (int k = 0; k < 4096; k += 64) {
    As[threadIdx.x] = unsized[k + threadIdx.x % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void before_its_tile(const float *__restrict__ A, float *__restrict__ C, int N, bool none) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it may be left before its tile is loaded [early-exit]
  for (int k = 0; k < N; k += 64) {
    if (none)
      break;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
