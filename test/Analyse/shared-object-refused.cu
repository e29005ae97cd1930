// An object with a constructor is judged as any other; what is written as its
// initialiser is an error of nvcc's, too.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 | FileCheck %s
// ACCEPTED: shared-object.cu
// CHECK: shared-object-refused.cu:[[#@LINE+16]]:3: warning: loop left alone: a call in the loop cannot be looked into [unknown-call]
// CHECK: shared-object-refused.cu:[[#@LINE+30]]:3: warning: loop left alone: the loads read shared memory that the loop writes ('count') [load-reads-shared]
// CHECK: shared-object-refused.cu:[[#@LINE+43]]:3: warning: loop left alone: line [[#@LINE+40]]: initialization is not supported for __shared__ variables [errors-in-function]
// CHECK: 3 loops: 0 rewritten

struct Counter {
  int V;
  __device__ Counter(int N = 0) : V(N) {}
  __device__ void wait();
};

template <int T>
__global__ void waits(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Counter count;
  __shared__ float As[T];
  float sum = 0.0f;
  for (int k = 0; k < N; k += T) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[T - 1 - threadIdx.x];
    count.wait();
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void waits<64>(const float *, float *, int);

__global__ void counts(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Counter count;
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x + count.V];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    [&] { count.V = k; }();
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void initialised(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Counter count(5);
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum + count.V;
}
