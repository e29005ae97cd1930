// The tile's name stands in the body of an accessor: with two buffers and more
// the accessor is written out, also in an argument of a macro that stays.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single -o - 2>/dev/null | FileCheck %s --check-prefix=ONE

#define As(I, J) As[((I) << 5) + (J)]
#define TWICE(X) ((X) + (X))
#define AT(I, J) As(I, J)
#define NEGATIVE(X) -X
// CHECK-LABEL: __global__ void sums
// CHECK: __shared__ float As[2][1024];
// CHECK: As[0][((row) << 5) + (threadIdx.x)] = A[kNext + threadIdx.x];
// CHECK: sum += TWICE(As[stage][((j) << 5) + (row)]);
// CHECK: sum += As[stage][((row) << 5) + (j)];
// CHECK: sum += - -As[stage][((j) << 5) + (j)];
// CHECK: As[stage ^ 1][((row) << 5) + (threadIdx.x)] = AsNext;
// One buffer needs no other name.
// ONE: As(row, threadIdx.x) = A[kNext + threadIdx.x];
// ONE: sum += TWICE(As(j, row));
// ONE: sum += AT(row, j);
// ONE: As(row, threadIdx.x) = AsNext;
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[1024];
  float sum = 0.0f;
  const int row = threadIdx.y;
  for (int k = 0; k < N; k += 32) {
    As(row, threadIdx.x) = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 32; ++j) {
      sum += TWICE(As(j, row));
      sum += AT(row, j);
      sum += NEGATIVE(-As(j, j));
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A name that the loads have a copy of.
// CHECK-LABEL: __global__ void copied
// CHECK: BsNext = A[(kNext) + threadIdx.x];
#define SOURCE(I) A[(k) + I]
__global__ void copied(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    Bs[threadIdx.x] = SOURCE(threadIdx.x);
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += Bs[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
