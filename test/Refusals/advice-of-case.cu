// The advice is that of the case, not of the refusal's id alone.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s

// CHECK: keeps a read of 'A' from a write after it [barrier-layout]
// CHECK: advice Read it after the barrier; or add __restrict__ to the pointers, if they never overlap.
__global__ void early(const float *A, float *C, const float *__restrict__ B, int N) {
  __shared__ float Bs[64];
  for (int k = 0; k < N; k += 64) {
    float first = A[k];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = first * Bs[threadIdx.x ^ 1];
    __syncthreads();
  }
}

// CHECK: the loads need a copy of the array 'line', which the computation uses as well [unsupported-update]
// CHECK: advice Give the loads an array of their own.
__global__ void carried(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float line[2] = {0.0f, 0.0f}, sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    line[0] = line[1];
    line[1] = A[k + threadIdx.x];
    As[threadIdx.x] = line[0];
    __syncthreads();
    sum += As[threadIdx.x ^ 1] + line[1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What they say, done.
// CHECK: :[[#@LINE+3]]:3: remark: rewritten
__global__ void late(const float *A, float *C, const float *__restrict__ B, int N) {
  __shared__ float Bs[64];
  for (int k = 0; k < N; k += 64) {
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    float first = A[k];
    C[k + threadIdx.x] = first * Bs[threadIdx.x ^ 1];
    __syncthreads();
  }
}

// CHECK: :[[#@LINE+3]]:3: remark: rewritten
__global__ void promised(const float *__restrict__ A, float *C, const float *__restrict__ B, int N) {
  __shared__ float Bs[64];
  for (int k = 0; k < N; k += 64) {
    float first = A[k];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = first * Bs[threadIdx.x ^ 1];
    __syncthreads();
  }
}

// CHECK: :[[#@LINE+4]]:3: remark: rewritten
__global__ void apart(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float line[2] = {0.0f, 0.0f}, sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    line[0] = A[k + threadIdx.x + 64];
    line[1] = A[k + threadIdx.x];
    As[threadIdx.x] = line[0] + line[1];
    __syncthreads();
    sum += As[threadIdx.x ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
