// What the head of a statement sets is of use below it alone.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

// What the condition sets is set in each part of the loads.
__global__ void sets(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,{{.*}}
// CHECK-NEXT: equal
  for (int k = 0; k < N; k += 64) {
    bool isIn = false;
    if ((isIn = k + threadIdx.x < N))
      As[threadIdx.x] = A[k + threadIdx.x];
    else
      As[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// By reference, for what is below alone; and a counter that each loop sets first.
__device__ bool bump(int &c) { return ++c > 0; }
__global__ void bumps(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  int i;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,{{.*}}
// CHECK-NEXT: equal
  for (int k = 0; k < N; k += 64) {
    int c = 0;
    if (bump(c))
      for (i = 0; i < 64; i += 32)
        Bs[threadIdx.x % 32 + i] = c * i;
    for (i = 0; i < 64; i += 32)
      As[threadIdx.x % 32 + i] = A[k + threadIdx.x % 32 + i];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += As[j] * Bs[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
