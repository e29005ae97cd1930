// A local class that names a tile may be run in the loop or outside of it: its
// text serves one buffer.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s

// CHECK: :[[@LINE+6]]:3: remark: rewritten: ldg-single, {{.*}} in 'run_in_the_loop'
// CHECK: equal
__global__ void run_in_the_loop(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  struct Reader { __device__ float operator()(int i) const { return As[i]; } };
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += Reader()(63 - threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: :[[@LINE+6]]:3: remark: rewritten: ldg-single, {{.*}} in 'run_behind'
// CHECK: equal
__global__ void run_behind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  struct Last { float value = As[0]; };
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  if (N > 0)
    sum += Last().value;
  C[threadIdx.x] = sum;
}

// The nearest that keeps two buffers: the class is given the tile's element.
// CHECK: :[[@LINE+6]]:3: remark: rewritten: cpasync, {{.*}} in 'given'
// CHECK: equal
__global__ void given(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  struct Twice { __device__ float operator()(float x) const { return 2 * x; } };
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += Twice()(As[63 - threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
