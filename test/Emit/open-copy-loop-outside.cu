// Variables of the function that each round of an open copy loop sets before it reads them are as the round's own.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=EACH
// REPORT-COUNT-2: executed: {{.*}}, equal
// REPORT: loop left alone: {{.*}}its rounds do more than to fill tiles{{.*}} [copy-loop-not-constant]
// REPORT: 3 loops: 2 rewritten
// EACH-COUNT-2: executed: {{.*}}, equal

// More rounds than registers, and a name for both tiles.
// CHECK-LABEL: void outside(
// CHECK: AsNext[iRound] = A[row * 64 + column];
// CHECK: row = i / 8;
// CHECK: As[stage ^ 1][row][i % 8] =
// CHECK: // Iterations beyond the registers.
// CHECK: row = i / 8;
// CHECK-NEXT: column = kNext + i % 8;
static __global__ void outside(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K) {
  __shared__ float As[16][8], Bs[16][8];
  int row, column;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    for (int i = threadIdx.x; i < 128; i += blockDim.x) {
      row = i / 8;
      column = k + i % 8;
      if (column < K)
        As[row][i % 8] = A[row * 64 + column];
      else
        As[row][i % 8] = 0.0f;
    }
    for (int i = threadIdx.x; i < 128; i += blockDim.x) {
      column = k + i % 8;
      row = i / 8;
      Bs[row][i % 8] = column < K ? B[row * 64 + column] * 2.0f : 0.0f;
    }
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      sum += As[threadIdx.x][j] * Bs[15 - threadIdx.x][j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The computation uses it for something else.
static __global__ void of_both(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[128];
  int at = 0;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    for (int i = threadIdx.x; i < 128; i += blockDim.x) {
      at = 127 - i;
      As[at] = A[k + i];
    }
    __syncthreads();
    for (int j = 0; j < 8; ++j) {
      at = threadIdx.x * 8 + j;
      sum += As[at];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Not each round sets it.
static __global__ void in_a_branch(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[128];
  int at = 0;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
      if (i % 3) {
        at = 127 - i;
        As[i] = A[k + at];
      } else {
        As[i] = 0.0f;
      }
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      sum += As[threadIdx.x * 8 + j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, const float *B, float *C, int K) {
  outside<<<1, 4>>>(A, B, C, K);
  of_both<<<1, 4>>>(A, C, K);
  in_a_branch<<<1, 4>>>(A, C, K);
}
