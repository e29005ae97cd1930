// The nearest accepted neighbours of kernel-needs-refused.cu: it fits, the launches say it, another kernel's memory, a launch
// that is not cooperative.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__device__ float reduced(float v) {
  __shared__ float buffer[4096];
  for (int i = threadIdx.x; i < 4096; i += 256)
    buffer[i] = v + i;
  __syncthreads();
  return buffer[threadIdx.x * 7 % 4096];
}

__global__ void of_callee(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[4096];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg, 2 stages
// CHECK: other static {{ *}}16 KB
  for (int k = 0; k < N; k += 4096) {
    for (int i = threadIdx.x; i < 4096; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 4096; i += 64)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = reduced(sum);
}

__global__ void of_another(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[6144];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 6144) {
    for (int i = threadIdx.x; i < 6144; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 6144; i += 64)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void beside_dynamic(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[1024];
  extern __shared__ float other[];
  float sum = 0.0f;
  other[threadIdx.x] = 1.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 1024) {
    for (int i = threadIdx.x; i < 1024; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 1024; i += 64)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum * other[threadIdx.x];
}

__global__ void cooperative(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[1024];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 1024) {
    for (int i = threadIdx.x; i < 1024; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 1024; i += 64)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(const float *A, float *C, int N, void **arguments) {
  beside_dynamic<<<1, 256, 1024>>>(A, C, N);
  cudaLaunchKernel((void *)cooperative, 8, 256, arguments, 0, 0);
}
