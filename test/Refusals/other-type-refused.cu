// Another type may have functions that write what the loads read by its name.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:
// ACCEPTED: other-type.cu

#ifndef NUMBER
#define NUMBER float
#endif
__device__ float Source[4096];
template <class T> __device__ T twice(T x) { return x + x; }

// Of another build: its constructor and its destructor.
__global__ void made(float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'NUMBER' may be another type in another build or instance, and its functions may write 'Source', which the loads read [unseen-reference]
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

// Of another instance: its sums.
template <class T> __global__ void added(T a, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'T' may be another type in another build or instance, and its functions may write 'Source', which the loads read [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = Source[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * float(twice(a));
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(float *C) { added<NUMBER><<<1, 64>>>(2, C, 256); }
