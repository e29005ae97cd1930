// The caller, or an object, says where the tile is.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__device__ float sum(float *tile, const float *A, int N) {
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it fills what 'tile' points to {{.*}} [tile-behind-pointer]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  return sum;
}

// An object that keeps the pointer, and one that gives out one of two.
struct Kept {
  float *Raw;
  __device__ operator float *() { return Raw; }
};

__device__ float kept(Kept shared, const float *A, int N) {
  float *tile = shared;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it fills what 'tile' points to {{.*}} [tile-behind-pointer]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  return sum;
}

__device__ float *either(float *Other, bool First) {
  __shared__ float own[64];
  if (First)
    return own;
  return Other;
}

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  float *tile = either(C, N > 64);
  float sum = 0.0f;
// CHECK-NOT: remark: rewritten
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
