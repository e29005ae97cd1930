// The pointer moves between two loads of one tile: fetching and storing would
// see different values of it.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [update-between-loads]
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = A[threadIdx.x];
    A += 64;
    Bs[threadIdx.x] = A[threadIdx.x];
    A += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The first load stores to a place of the tile before, which is gone when its
// value arrives.
__global__ void places(const float *__restrict__ A, const int *__restrict__ order,
                       float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float Bs[64];
  float sum = 0.0f;
  int place = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [update-between-loads]
  for (int k = 0; k < N; ++k) {
    As[(threadIdx.x + place) % 64] = A[threadIdx.x + k];
    place = order[k];
    Bs[threadIdx.x] = A[threadIdx.x + place];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
