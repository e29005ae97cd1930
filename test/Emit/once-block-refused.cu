// A do loop that a jump leaves, or whose condition is not written as false, is no block.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#define LOOP(LOADS) \
  for (int k = 0; k < n; k += 64) { \
    LOADS; \
    __syncthreads(); \
    for (int i = 0; i < 64; ++i) \
      sum = sum * 31 + As[i]; \
    __syncthreads(); \
  } \
  C[threadIdx.x] = sum;

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [jump-in-loads]
__global__ void left(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0;
  LOOP(do { if (A[k] == 7) break; As[threadIdx.x] = A[k + threadIdx.x]; } while (0))
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [jump-in-loads]
__global__ void continued(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0;
  LOOP(do { if (A[k] == 7) continue; As[threadIdx.x] = A[k + threadIdx.x]; } while (0))
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [jump-in-loads]
__global__ void asked(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0;
  LOOP(do { As[threadIdx.x] = A[k + threadIdx.x]; } while (n < 0))
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [jump-in-loads]
template <int Again> __global__ void instances(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0;
  LOOP(do { As[threadIdx.x] = A[k + threadIdx.x]; } while (Again))
}
template __global__ void instances<0>(const int *, int *, int);
