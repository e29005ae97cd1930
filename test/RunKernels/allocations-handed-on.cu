// Allocations that functions of the user's make, and hand on to the launch.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#include <cuda_runtime.h>

template <typename T> T *allocate(size_t n) {
  T *p;
  cudaMalloc(&p, n * sizeof(T));
  cudaMemset(p, 0, n * sizeof(T));
  return p;
}
void check(cudaError_t error);
void reserve(void **p, size_t n) {
  check(cudaMalloc(p, n));
  if (!*p)
    *p = nullptr;
}
void reserveFloats(float *&p, size_t n) { reserve((void **)&p, 4 * n); }

// CHECK: :[[#@LINE+6]]:3: remark: rewritten
// CHECK: no store of the loop reaches what it loads: each launch gives both allocations of their own
// CHECK: equal
__global__ void made(const float *A, float *C, int N) {
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
void run_made() {
  float *a = allocate<float>(100), *c = nullptr, *d;
  reserve((void **)&c, 400);
  reserveFloats(d, 100);
  made<<<1, 64>>>(a, c, 64);
  made<<<1, 64>>>(c, d, 64);
  cudaFree(c);
  c = nullptr;
}

// CHECK: :[[#@LINE+4]]:3: remark: rewritten
__global__ void handed(const float *A, float *C, int N) {
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
void launch(const float *a, float *c, int n) { handed<<<1, n>>>(a, c, n); }
static void launchHalf(float *a, float *c, int n) { launch(a, c + n / 2, n); }
void launchOwn(float *a, int n) {
  float *own;
  check(cudaMalloc(&own, n));
  handed<<<1, n>>>(a, own, n);
}
int main() {
  float *a, *c;
  cudaMalloc(&a, 400);
  cudaMalloc(&c, 400);
  launch(a, c, 64);
  launchHalf(c, a, 64);
  launchOwn(c, 64);
}
// CHECK: 2 loops: 2 rewritten
