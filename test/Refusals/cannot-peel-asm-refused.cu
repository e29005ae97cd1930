// Inline assembly that declares a register or a label outside of braces may stand in a function once: the peeled computation would be a second
// text of it, also where a function that is inlined holds it.
// RUN: %pipeline-rewrite %s %builtin --epilogue=peel 2>&1 >/dev/null | FileCheck %s

__global__ void inLoop(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [cannot-peel]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    asm volatile(".reg .u32 t1;\n\t xor.b32 t1, %0, 5;\n\t add.u32 %0, t1, 1;" : "+r"(sum));
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ __forceinline__ int mixed(int value) {
  asm volatile("{ xor.b32 %0, %0, 5; }\n.reg .pred odd;" : "+r"(value));
  return value;
}

__global__ void inCallee(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [cannot-peel]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += mixed(As[63 - threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
