// Which one pointer a promise would have to be made of: named where one is
// enough, and then it is.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off 2>&1 >/dev/null | FileCheck %s

__global__ void stored(const float *A, const float *B, float *C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+3]]:3: warning: loop left alone: {{.*}} [may-alias]
// CHECK: note: __restrict__ on 'C' alone would do
// CHECK-NEXT: advice Add __restrict__ to 'C'. If they never overlap, --assume-noalias says so. --alias-check=runtime tests whether they do.
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    C[k + threadIdx.x] = sum;
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void storedPromised(const float *A, const float *B, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    C[k + threadIdx.x] = sum;
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void loaded(const float *A, float *C, float *D, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+3]]:3: warning: loop left alone: {{.*}} [may-alias]
// CHECK: note: __restrict__ on 'A' alone would do
// CHECK-NEXT: advice Add __restrict__ to 'A'. If they never overlap, --assume-noalias says so. --alias-check=runtime tests whether they do.
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    C[k + threadIdx.x] = sum;
    D[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void loadedPromised(const float *__restrict__ A, float *C, float *D, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    C[k + threadIdx.x] = sum;
    D[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void several(const float *A, const float *B, float *C, float *D, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: warning: loop left alone: {{.*}} [may-alias]
// CHECK-NOT: alone would do
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    C[k + threadIdx.x] = sum;
    D[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void itself(const float *A, float *B, float *C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: warning: loop left alone: {{.*}} [may-alias]
// CHECK-NOT: alone would do
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    B[k + threadIdx.x] = sum;
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}


// Members of one object: __restrict__ on them says nothing.
struct Operands {
  const float *a;
  float *c;
};

// CHECK: warning: loop left alone: {{.*}} [may-alias]
// CHECK-NOT: Add __restrict__
// CHECK: advice   Give the kernel the pointers as parameters of their own, with __restrict__; on a member it says nothing. If they never overlap, --assume-noalias says so.
__global__ void by_members(Operands p, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = p.a[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    p.c[k] = sum;
    __syncthreads();
  }
}

// CHECK: warning: loop left alone: {{.*}} [may-alias]
// CHECK-NOT: Add __restrict__
// CHECK: advice   Store to another array than the loads read: what is reached through 'A' is not told apart. If they never overlap, --assume-noalias says so.
__global__ void in_place(float *__restrict__ A, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    A[k] = sum;
    __syncthreads();
  }
}

// CHECK: 8 loops:
