// Loops whose header says less than their body: a copy loop that counts in its
// body, and K-loops that a break of their first or last unit leaves.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 -o - | %strip | FileCheck %s --check-prefix=TEXT

// CHECK: remark: rewritten: {{.*}} in 'countsInBody'
// TEXT: countsInBody
// TEXT: for (; row < 8; row += 4, last++) {
// TEXT: for (int i = threadIdx.x % 32; i < 32; i += 32) {
__global__ void countsInBody(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[8][32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    int row = threadIdx.x / 32, last = 0;
    while (row < 8) {
      int i = threadIdx.x % 32;
      while (i < 32) {
        As[row][i] = A[k + row * 32 + i];
        i += 32;
      }
      row += 4;
      last++;
    }
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i / 32][i % 32];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: rewritten: {{.*}} in 'leavesFirst'
// TEXT: leavesFirst
// TEXT: !(kNext >= n);
__global__ void leavesFirst(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k = 0;
  for (;; k += 64) {
    if (k >= n)
      break;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: rewritten: {{.*}} in 'leavesWhile'
// TEXT: leavesWhile
// TEXT: !(kNext >= n)
__global__ void leavesWhile(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k = 0;
  while (true) {
    if (k >= n)
      break;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    k += 64;
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: rewritten: {{.*}} in 'leavesLast'
// TEXT: leavesLast
// TEXT-NOT: break;
__global__ void leavesLast(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k = 0;
  for (;;) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    k += 64;
    if (k >= n)
      break;
  }
  C[threadIdx.x] = sum;
}
