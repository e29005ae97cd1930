// One block that hardly computes: tiles that can be copied 16 bytes at a time go
// farther ahead than the next one, which waits in registers.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --arch=sm_75 --kernel=ahead 2>&1 >/dev/null | FileCheck %s --check-prefix=OLD
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --kernel=ahead --stages=2 2>&1 >/dev/null | FileCheck %s --check-prefix=TWO
// OLD: remark: rewritten: ldg, 2 stages, peel
// TWO: remark: rewritten: mixed, 2 stages, predicate

// Both conditions hold.
__global__ void ahead(const float *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: mixed, 3 stages, predicate
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = 0.5f * A[k + threadIdx.x];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * Bs[threadIdx.x ^ 1].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK-NEXT: because  two tiles ahead by cp.async, because no launch has more blocks than 8

// Copies of 8 bytes are many.
__global__ void narrow(const float *__restrict__ A, const float2 *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float2 Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages, peel
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = 0.5f * A[k + threadIdx.x];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * Bs[threadIdx.x ^ 1].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A condition costs instructions.
__global__ void guarded(const float *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: mixed, 2 stages, peel
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = 0.5f * A[k + threadIdx.x];
    Bs[threadIdx.x] = k + threadIdx.x < N ? B[k + threadIdx.x] : make_float4(0.f, 0.f, 0.f, 0.f);
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * Bs[threadIdx.x ^ 1].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What a function does is not looked into.
__device__ void fill(float4 (&tile)[64], const float4 *from) {
  tile[threadIdx.x] = from[threadIdx.x];
}
__global__ void byFunction(const float *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: mixed, 2 stages, peel
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = 0.5f * A[k + threadIdx.x];
    fill(Bs, B + k);
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * Bs[threadIdx.x ^ 1].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// 20 operations for 20 bytes are too many.
__global__ void computes(const float *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: mixed, 2 stages, peel
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = 0.5f * A[k + threadIdx.x];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 10; ++i)
      sum += As[threadIdx.x ^ i] * Bs[threadIdx.x ^ 1].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Other blocks wait for other tiles.
__global__ void nineBlocks(const float *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: mixed, 2 stages, peel
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = 0.5f * A[k + threadIdx.x];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * Bs[threadIdx.x ^ 1].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, const float4 *B, const float2 *B2, float *C, int N) {
  ahead<<<8, 64>>>(A, B, C, N);
  narrow<<<8, 64>>>(A, B2, C, N);
  guarded<<<8, 64>>>(A, B, C, N);
  byFunction<<<8, 64>>>(A, B, C, N);
  computes<<<8, 64>>>(A, B, C, N);
  nineBlocks<<<9, 64>>>(A, B, C, N);
}
