// __restrict__ that says nothing about the loop as a whole.
// ACCEPTED: carved-restrict.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

// The tile itself, used through a second name: not another part.
__global__ void own(const float *A, float *__restrict__ C, int N) {
  extern __shared__ float buffer[];
  float *__restrict__ tile = buffer;
  float *again = tile;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'again', which cannot be told apart from what the loads fill in 'tile', {{.*}} [missing-barrier]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    float v = tile[63 - threadIdx.x];
    __syncthreads();
    again[63 - threadIdx.x] += v;
  }
  C[threadIdx.x] = buffer[threadIdx.x];
}

// Declared in the body: the parts change places with every iteration.
__global__ void swapped(const float *A, float *__restrict__ C, int N) {
  extern __shared__ float buffer[];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'buffer' is used after the last barrier, {{.*}} [missing-barrier]
  for (int k = 0; k < N; k += 64) {
    float *__restrict__ tile = buffer + k % 128;
    float *__restrict__ other = buffer + (64 - k % 128);
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    float v = tile[63 - threadIdx.x];
    __syncthreads();
    other[threadIdx.x] += v;
  }
  C[threadIdx.x] = buffer[threadIdx.x];
}

// Moved on after its declaration.
__global__ void moved(const float *A, float *__restrict__ C, int N) {
  extern __shared__ float buffer[];
  float *__restrict__ tile = buffer;
  float *__restrict__ sum = buffer + 64;
  sum = tile;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'sum', {{.*}} [missing-barrier]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    float v = tile[63 - threadIdx.x];
    __syncthreads();
    sum[threadIdx.x] += v;
  }
  C[threadIdx.x] = sum[threadIdx.x];
}
