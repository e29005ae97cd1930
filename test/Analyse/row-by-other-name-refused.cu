// The row moves on by its name, and back by another one: all copies of a round go to one element, and asynchronous
// ones arrive in any order.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=cpasync 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#define LOOP(NAME, BACK) \
  for (int k = 0; k < n; ++k) { \
    int row = 0; \
    NAME; \
    for (int i = 0; i < 4; ++i) { \
      As[row][t] = A[(k * 4 + i) * 64 + t]; \
      row += 1; \
      BACK; \
    } \
    __syncthreads(); \
    for (int i = 0; i < 64; ++i) \
      sum = sum * 31 + As[0][i]; \
    __syncthreads(); \
  } \
  C[t] = sum;

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}}As: a thread may store to one element again{{.*}} [copy-not-raw]
__global__ void reference(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[4][64];
  int sum = 0, t = threadIdx.x;
  LOOP(int &r = row, r -= 1)
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}}As: a thread may store to one element again{{.*}} [copy-not-raw]
__global__ void pointer(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[4][64];
  int sum = 0, t = threadIdx.x;
  LOOP(int *r = &row, *r = 0)
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}}As: a thread may store to one element again{{.*}} [copy-not-raw]
__global__ void lambda(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[4][64];
  int sum = 0, t = threadIdx.x;
  LOOP(auto back = [&row] { row = 0; }, back())
}
