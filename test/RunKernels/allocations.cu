// No pointer is __restrict__, and every launch in view gives allocations of its
// own: no store reaches what is loaded.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#include <cuda_runtime.h>

// CHECK: :[[#@LINE+6]]:3: remark: rewritten
// CHECK: no store of the loop reaches what it loads: each launch gives both allocations of their own
// CHECK: equal
__global__ void plain(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
int main(int argc, char **) {
  float *a, *c = nullptr;
  cudaMalloc(&a, argc * 256);
  if (cudaMalloc((void **)&c, argc * 256) != cudaSuccess)
    return 1;
  cudaMemset(a, 0, 256);
  for (int i = 0; i < 3; ++i)
    plain<<<1, 64>>>(a, c + 64 * i, argc * 64);
  plain<<<1, 64>>>(c, (float *)a, 64);
  cudaFree(a);
  cudaFree(c);
}

// What comes between, and which function it is in, does not matter.
// CHECK: :[[#@LINE+4]]:3: remark: rewritten
__global__ void twoCallers(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void first(const float *host) {
  float *in, *out;
  cudaMalloc(&in, 512);
  cudaMalloc(&out, 512);
  auto launch = [=] { twoCallers<<<1, 64>>>(in, out, 64); };
  launch();
}
void second(int n) {
  float *x, *y;
  if (n)
    cudaMallocManaged(&x, n);
  cudaMalloc(&y, n);
  x[0] = 1.0f;
  twoCallers<<<1, 64>>>(x, y, n);
}
void third(int n) {
  float *x, *y;
  cudaMalloc(&x, n);
  cudaMalloc(&y, n);
  try {
    throw n;
  } catch (int m) {
    twoCallers<<<1, 64>>>(x, y, m);
  }
}

// What a function is given was there before what it allocates itself.
// CHECK: :[[#@LINE+4]]:3: remark: rewritten
__global__ void older(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_older(float *given, int n) {
  float *a;
  cudaMalloc(&a, n);
  older<<<1, 64>>>(a, given + n, n);
  older<<<1, 64>>>(given, a, n);
}
// CHECK: 3 loops: 3 rewritten
