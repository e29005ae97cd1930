// The tile's name is a macro argument: it is spelled in the loop.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#define ELEMENT(T, I) T[I]
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += ELEMENT(As, i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The tile's name is in the macro's body: the macro is written out.
#define TILE(I) As[I]
__global__ void two(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    TILE(threadIdx.x) = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += TILE(i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// That cannot be: one buffer needs no other name.
#define PART(OF, I) OF##s[I]
__global__ void one(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK-NEXT: because  one buffer, because 'As' is used inside a macro's body
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += PART(A, i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
