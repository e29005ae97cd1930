// Types of the body that the loads name are declared before the loop, a constant
// that says how many values wait as well; a variable is declared wherever it is
// named, by a statement that only writes it, too.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - | %strip | FileCheck %s

__device__ inline int parts(int Value, int &Low) {
  Low = Value & 255;
  return Value >> 8;
}

__global__ void types(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[128];
  int sum = 0;
// CHECK: typedef int Word;
// CHECK-NEXT: enum { Factor = 3 };
// CHECK-NEXT: constexpr int ROWS = 2;
// CHECK: Prologue
// CHECK: for (int k = 0;
// CHECK-NOT: typedef
// CHECK: int AsNext[ROWS];
  for (int k = 0; k < N; k += 128) {
    typedef int Word;
    enum { Factor = 3 };
    constexpr int ROWS = 2;
    for (int r = 0; r < ROWS; ++r)
      As[threadIdx.x + 64 * r] = Factor * Word(A[k + threadIdx.x + 64 * r]);
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i] * Factor;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void written(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK-LABEL: void written(
// CHECK: for (int k = 0;
// CHECK-NEXT: int low;
// CHECK-NEXT: int high = parts(A[k + threadIdx.x], low);
// CHECK: if (hasNext) {
// CHECK: int low;
// CHECK-NEXT: int high = parts(AsNext, low);
  for (int k = 0; k < N; k += 64) {
    int low;
    int high = parts(A[k + threadIdx.x], low);
    As[threadIdx.x] = low;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] + high;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
