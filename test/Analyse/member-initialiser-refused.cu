// The initialiser of a member names the tile, and so does a default argument:
// who makes the object, or calls the function, uses the tile.
// ACCEPTED: member-initialiser.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  struct View {
// CHECK-DAG: :[[@LINE+1]]:26: note: used here
    const float *first = As;
  };
  float sum = 0.0f;
// CHECK-DAG: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [tile-used-outside]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  View view{};
  C[threadIdx.x] = sum + view.first[threadIdx.x];
}

__shared__ float all[64];
// CHECK-DAG: :[[@LINE+1]]:47: note: used here
__device__ inline float own(const float *of = all) { return of[threadIdx.x]; }

__global__ void called(const float *__restrict__ A, float *__restrict__ C, int N) {
  float sum = 0.0f;
// CHECK-DAG: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [tile-used-outside]
  for (int k = 0; k < N; k += 64) {
    all[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += all[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + own();
}
