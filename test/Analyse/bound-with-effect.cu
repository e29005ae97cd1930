// Conditions that count in locals: each side has a variable and counts its own.
// RUN: %pipeline-rewrite %s %builtin -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %strip < %t.cu | FileCheck %s --check-prefix=TEXT
// A ring would ask once more after the last tile, and a peeled loop does not ask for the first.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=4 2>&1 | FileCheck %s --check-prefix=RING
// RUN: %pipeline-rewrite %s %builtin --epilogue=peel 2>&1 | FileCheck %s --check-prefix=PEEL
// RING: rewritten: cpasync, 2 stages, predicate, in 'left'
// RING: because {{.*}}
// RING: 2 stages: the loop condition changes what it asks for
// PEEL: warning: loop left alone: the loop condition changes variables, {{.*}} [cannot-peel]

__global__ void left(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  while (n--) {
    As[threadIdx.x] = A[n * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * n;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// TEXT: int nNext = n;
// TEXT-NEXT: if (nNext--) {
// TEXT-NEXT: As[0][threadIdx.x] = A[nNext * 64 + threadIdx.x];
// TEXT: while (n--) {
// TEXT-NEXT: // Fetch
// TEXT-NEXT: const bool hasNext = nNext--;
// TEXT: AsNext = A[nNext * 64 + threadIdx.x];
// TEXT: sum += As[stage][i] * n;

// A guard by what the condition counts changes from tile to tile.
__global__ void stale(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK: one buffer, because a guard or an index that changes with the iteration
  while (--n >= 0) {
    if (threadIdx.x < n)
      As[threadIdx.x] = A[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
