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

template <class T> struct Shared {
  __device__ operator T *() {
    extern __shared__ int raw[];
    return (T *)raw;
  }
};

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  float *tile = Shared<float>();
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it fills what 'tile' points to {{.*}} [tile-behind-pointer]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
