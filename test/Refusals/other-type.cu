// Types that are the same in every build and instance.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// CHECK: remark: rewritten: {{.*}} in 'made'
// CHECK: remark: rewritten: {{.*}} in 'added'

#define NUMBER float
__device__ float Source[4096];
template <class T> __device__ T twice(T x) { return x + x; }

__global__ void made(float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = Source[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      NUMBER x(i);
      sum += Row[i] * float(x);
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <class T> __global__ void added(T a, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = Source[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * float(twice(a));
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(float *C) { added<float><<<1, 64>>>(2, C, 256); }
