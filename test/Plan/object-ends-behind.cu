// The last barrier stays where an object from before the loop runs code when its block ends: other threads may not have
// come there. One that runs none is no matter.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel --print=plan | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=EQUAL

struct Last {
  const int *from;
  int *to;
  __device__ ~Last() { *to += from[63 - threadIdx.x]; }
};

// CHECK: trailing-barrier=1
// EQUAL: executed: {{.*}} equal
__global__ void read_at_end(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64], sums[64];
  int sum = 0, got = 0;
  {
    Last last{sums, &got};
    for (int k = 0; k < N; k += 64) {
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum = sum * 31 + As[i];
      sums[threadIdx.x] = sum;
      __syncthreads();
    }
  }
  C[threadIdx.x] = got + sum;
}

struct Quiet {
  const int *from;
  int *to;
};

// CHECK: trailing-barrier=0
// EQUAL: executed: {{.*}} equal
__global__ void ends_quietly(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64], sums[64];
  int sum = 0, got = 0;
  {
    Quiet last{sums, &got};
    for (int k = 0; k < N; k += 64) {
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum = sum * 31 + As[i];
      sums[threadIdx.x] = sum;
      __syncthreads();
    }
  }
  C[threadIdx.x] = got + sum;
}
